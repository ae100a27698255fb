import { choice, moment, ref, text } from '#shared/kernel/fields.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { RECALL_ORIGINS } from '#shared/quality/recall.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { readBackwardTrace } from './read-backward.ts';
import { readForwardTrace } from './read-forward.ts';

/** Routes of recalls: where suspect pieces are, and where they come from. */
export const recallRoutes: Route[] = [
  defineQuery({
    path: '/mes/quality/recall/forward',
    permission: PRODUCTION_PERMISSION,
    input: {
      origin: choice(RECALL_ORIGINS, { required: true, label: 'recallOrigin' }),
      materialId: ref('material'),
      cardId: ref('card'),
      processId: ref('process'),
      deviceId: ref('device'),
      employeeId: ref('employee'),
      from: moment({ label: 'recallFrom' }),
      to: moment({ label: 'recallTo' }),
    },
    run: ({ db, user, input }) => {
      const { origin, from, to } = input;
      const id = input[`${origin}Id`];
      if (id === null) throw makeError('fieldsInvalid', {}, { [`${origin}Id`]: { reason: 'required' } });
      return readForwardTrace(db, user.factoryId, { origin, id, from, to });
    },
  }),
  defineQuery({
    path: '/mes/quality/recall/backward',
    permission: PRODUCTION_PERMISSION,
    input: { cardId: ref('card'), barcode: text({ max: 200 }) },
    run: ({ db, user, input }) => readBackwardTrace(db, user.factoryId, input),
  }),
];
