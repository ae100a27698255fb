import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { BACKWARD_FIELDS, FORWARD_FIELDS } from '#shared/quality/recall-fields.ts';
import type { RawRoute } from '../../call/raw-route.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { EXPORT_BODY_LIMIT } from '../../workbook/export-tables.ts';
import { exportBackwardTrace, exportForwardTrace } from './export-trace.ts';
import { traceBackward, traceForward } from './run-recall.ts';

/** Routes of recalls: where suspect pieces are, and where they come from. */
export const recallRoutes: Route[] = [
  defineQuery({
    path: '/mes/quality/recall/forward',
    permission: PRODUCTION_PERMISSION,
    input: FORWARD_FIELDS,
    run: ({ db, user, input }) => traceForward(db, user, input),
  }),
  defineQuery({
    path: '/mes/quality/recall/backward',
    permission: PRODUCTION_PERMISSION,
    input: BACKWARD_FIELDS,
    run: ({ db, user, input }) => traceBackward(db, user, input),
  }),
];

export const recallRawRoutes: readonly RawRoute[] = [
  {
    path: '/mes/quality/recall/forward/export',
    permission: PRODUCTION_PERMISSION,
    limit: EXPORT_BODY_LIMIT,
    run: exportForwardTrace,
  },
  {
    path: '/mes/quality/recall/backward/export',
    permission: PRODUCTION_PERMISSION,
    limit: EXPORT_BODY_LIMIT,
    run: exportBackwardTrace,
  },
];
