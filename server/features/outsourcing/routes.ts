import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { lines, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { saveRecord } from '../../crud/save.ts';
import { cancelOutsourcing, endOutsourcing } from './end.ts';
import { findOutsourcingCandidates } from './find-candidates.ts';
import { proposeOutsourcingCode } from './next-code.ts';
import { readOutsourcingDetail } from './read-detail.ts';
import { returnPieces, takeBackPieces } from './return.ts';
import { reverseMovement } from './reverse-movement.ts';
import { sendPieces } from './send.ts';

const OUTSOURCING_ENTITY = entities.outsourcingOrder as EntityDeclaration;
const id = ref('outsourcingOrder', { required: true, label: 'outsourcingOrder' });
const version = number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 });
const {
  state: _state,
  confirmedDate: _confirmed,
  endedAt: _ended,
  ...savedFields
} = entities.outsourcingOrder.fields;
const processId = ref('process', { required: true });
const movementFields = {
  id,
  version,
  deliveryNote: text({ max: 60, label: 'deliveryNote' }),
  remark: text({ max: 500 }),
};
const pieces = lines(
  { processId, quantity: quantity({ required: true, min: 0.0001 }) },
  { max: 500, label: 'outsourcedProcesses' },
);

/** Routes of outsourcing orders that are written by hand. The routes that every entity has are generated. */
export const outsourcingRoutes: Route[] = [
  defineQuery({
    path: '/mes/outsourcing/nextCode',
    permission: 'OUTSOURCING_ADD',
    input: {},
    run: ({ db, user }) => proposeOutsourcingCode(db, user),
  }),
  defineQuery({
    path: '/mes/outsourcing/candidates',
    permission: ['OUTSOURCING_ADD', 'OUTSOURCING_MODIFY'],
    input: {
      search: text({ max: 100, label: 'search' }),
      supplierId: ref('supplier', { required: true }),
      exceptId: ref('outsourcingOrder', { label: 'outsourcingOrder' }),
    },
    run: ({ db, user, input }) => findOutsourcingCandidates(db, user, input),
  }),
  defineQuery({
    path: '/mes/outsourcing/detail',
    permission: 'OUTSOURCING',
    input: { id },
    run: ({ db, user, input }) => readOutsourcingDetail(db, user, input.id),
  }),
  defineCommand({
    path: '/mes/outsourcing/create',
    permission: 'OUTSOURCING_ADD',
    input: savedFields,
    run: ({ tx, user, input }) => saveRecord(tx, OUTSOURCING_ENTITY, user, null, null, input),
  }),
  {
    ...defineCommand({
      path: '/mes/outsourcing/change',
      permission: 'OUTSOURCING_MODIFY',
      input: { ...savedFields, id, version },
      run: ({ tx, user, input: { id: orderId, version: knownVersion, ...movementInput } }) =>
        saveRecord(tx, OUTSOURCING_ENTITY, user, orderId, knownVersion, movementInput),
    }),
    partial: true,
  },
  defineCommand({
    path: '/mes/outsourcing/send',
    permission: 'OUTSOURCING_MODIFY',
    input: { ...movementFields, items: pieces },
    run: ({ tx, input }) => sendPieces(tx, input),
  }),
  defineCommand({
    path: '/mes/outsourcing/return',
    permission: 'OUTSOURCING_MODIFY',
    input: {
      ...movementFields,
      items: lines(
        {
          processId,
          good: quantity({ initial: 0 }),
          hold: quantity({ initial: 0 }),
          unmachined: quantity({ initial: 0, label: 'takenBack' }),
        },
        { max: 500, label: 'outsourcedProcesses' },
      ),
    },
    run: ({ tx, input }) => returnPieces(tx, input),
  }),
  defineCommand({
    path: '/mes/outsourcing/takeBack',
    permission: 'OUTSOURCING_MODIFY',
    input: { ...movementFields, items: pieces },
    run: ({ tx, input }) => takeBackPieces(tx, input),
  }),
  defineCommand({
    path: '/mes/outsourcing/reverse',
    permission: 'OUTSOURCING_REVERSE',
    input: {
      id,
      version,
      movementId: number({
        required: true,
        min: 1,
        max: Number.MAX_SAFE_INTEGER,
        decimals: 0,
        label: 'outsourcingMovement',
      }),
      reason: text({ required: true, max: 500 }),
    },
    run: ({ tx, input }) => reverseMovement(tx, input),
  }),
  defineCommand({
    path: '/mes/outsourcing/end',
    permission: 'OUTSOURCING_MODIFY',
    input: { id, version },
    run: ({ tx, input }) => endOutsourcing(tx, input),
  }),
  defineCommand({
    path: '/mes/outsourcing/cancel',
    permission: 'OUTSOURCING_MODIFY',
    input: { id, version },
    run: ({ tx, input }) => cancelOutsourcing(tx, input),
  }),
];
