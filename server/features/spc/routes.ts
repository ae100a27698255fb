import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { SPC_PERIOD_LIMITS } from '#shared/quality/spc.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { getToday } from '../../db/clock.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { resolveReportDays } from '../../reports/days-of.ts';
import { readSpcSeries } from '../../reports/read-spc-series.ts';
import { freezeLimits, releaseLimits } from './freeze-limits.ts';
import { listInspectedFeatures, listInspectedParts } from './list-parts.ts';
import { SPC_FIELDS as f } from './spc-fields.ts';

const SUBJECT_FIELDS = {
  partCode: f.partCode,
  craftId: f.craftId,
  characteristic: f.characteristic,
  deviceId: f.deviceId,
  from: f.from,
  to: f.to,
} as const;

/** Routes of control charts. */
export const spcRoutes: Route[] = [
  defineQuery({
    path: '/mes/quality/testing/spc/parts',
    permission: PRODUCTION_PERMISSION,
    input: {},
    run: ({ db, user }) => listInspectedParts(db, user.factoryId),
  }),
  defineQuery({
    path: '/mes/quality/testing/spc/characteristics',
    permission: PRODUCTION_PERMISSION,
    input: { partCode: f.partCode },
    run: ({ db, user, input }) => listInspectedFeatures(db, user.factoryId, input.partCode),
  }),
  defineQuery({
    path: '/mes/quality/testing/spc',
    permission: PRODUCTION_PERMISSION,
    input: SUBJECT_FIELDS,
    run: ({ db, user, input }) =>
      readSpcSeries(db, user, input, resolveReportDays(getToday(db, user.zone), input, SPC_PERIOD_LIMITS)),
  }),
  defineCommand({
    path: '/mes/quality/testing/spc/freeze',
    permission: 'QUALITY_RELEASE',
    input: { ...SUBJECT_FIELDS, chart: f.chart },
    run: async ({ tx, user, input }) => {
      const { chart, from, to, ...subject } = input;
      await lockReferencedRows(tx, SUBJECT_FIELDS, { ...subject });
      return freezeLimits(
        tx,
        user,
        subject,
        chart,
        resolveReportDays(toLocalDay(user.zone, tx.now), { from, to }, SPC_PERIOD_LIMITS),
      );
    },
  }),
  defineCommand({
    path: '/mes/quality/testing/spc/release',
    permission: 'QUALITY_RELEASE',
    input: { id: f.id },
    run: ({ tx, input }) => releaseLimits(tx, input.id),
  }),
];
