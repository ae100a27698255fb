import { MAX_COMBINED_PARTS } from '#shared/ledger/combine-parts.ts';
import { MAX_MERGED_ORDERS } from '#shared/ledger/merge-orders.ts';
import { choice, date, lines, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission, PRODUCTION_PERMISSION, type Permission } from '#shared/kernel/permissions.ts';
import { PROJECT_COST_PERMISSION } from '#shared/planning/project-figures.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { LOSS_ANSWERS } from '#shared/ledger/answer-loss.ts';
import { answerLoss, reverseLossAnswer } from './answer-loss.ts';
import { combineParts, listCombinedParts, separatePart } from './combine-parts.ts';
import { copyOrder } from './copy-order.ts';
import { listLossAnswers } from './list-loss-answers.ts';
import { mergeOrders, previewMerge } from './merge-orders.ts';
import { changeOrderState, type PlannerEvent } from './move-order.ts';
import { proposeOrderCode } from './next-code.ts';
import { readOrderCost } from './read-cost.ts';
import { splitOrder } from './split-order.ts';
import { findWhereUsed } from './where-used.ts';

const PERMISSION_BY_EVENT: Record<PlannerEvent, Permission> = {
  release: 'WORK_ORDER_MODIFY',
  suspend: 'WORK_ORDER_MODIFY',
  resume: 'WORK_ORDER_MODIFY',
  close: 'WORK_ORDER_MODIFY',
  cancel: 'WORK_ORDER_MODIFY',
  reopen: 'WORK_ORDER_REOPEN',
};

/** The permissions to answer scrap. `answerLoss` checks whether the user may give the chosen answer. */
const LOSS_PERMISSIONS: readonly Permission[] = ['PROCESS_MODIFY', 'WORK_ORDER_MODIFY'];

const orderIdField = ref('workOrder', { required: true, label: 'workOrder' });
const partIdField = ref('part', { required: true, label: 'part' });
const versionField = number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 });
const MERGED_ORDERS_OPTIONS = { max: MAX_MERGED_ORDERS - 1, label: 'ordersToMerge' } as const;

export const orderRoutes: Route[] = [
  defineQuery({
    path: '/mes/order/nextCode',
    permission: 'WORK_ORDER_ADD',
    input: {},
    run: ({ db, user }) => proposeOrderCode(db, user),
  }),
  defineQuery({
    path: '/mes/order/part/whereUsed',
    permission: 'WORK_ORDER',
    input: { code: text({ required: true, max: 60, label: 'partCode' }) },
    run: ({ db, user, input }) => findWhereUsed(db, user, input.code),
  }),
  defineQuery({
    path: '/mes/order/cost',
    permission: 'WORK_ORDER',
    input: { id: orderIdField },
    run: async ({ db, user, input }) => {
      if (!hasPermission(user, PROJECT_COST_PERMISSION)) throw makeError('noPermission');
      return readOrderCost(db, user, input.id);
    },
  }),
  defineCommand({
    path: '/mes/order/copy',
    permission: 'WORK_ORDER_ADD',
    input: {
      id: orderIdField,
      code: text({ required: true, max: 60, label: 'orderCode' }),
      quantity: quantity({ required: true, min: 0.0001 }),
      dueDate: date(),
    },
    run: ({ tx, user, input }) => copyOrder(tx, user, input),
  }),
  defineCommand({
    path: '/mes/order/split',
    permission: 'WORK_ORDER_ADD',
    input: {
      id: orderIdField,
      version: versionField,
      code: text({ required: true, max: 60, label: 'orderCode' }),
      quantity: quantity({ required: true, min: 0.0001, label: 'splitQuantity' }),
      dueDate: date(),
    },
    run: ({ tx, user, input }) => splitOrder(tx, user, input),
  }),
  defineQuery({
    path: '/mes/order/mergePreview',
    permission: 'WORK_ORDER_MODIFY',
    input: { id: orderIdField, orders: lines({ id: orderIdField }, MERGED_ORDERS_OPTIONS) },
    run: ({ db, user, input }) => previewMerge({ db, factoryId: user.factoryId }, user, input),
  }),
  defineCommand({
    path: '/mes/order/merge',
    permission: 'WORK_ORDER_MODIFY',
    input: {
      id: orderIdField,
      version: versionField,
      orders: lines({ id: orderIdField, version: versionField }, MERGED_ORDERS_OPTIONS),
      dueDate: date(),
    },
    run: ({ tx, user, input }) => mergeOrders(tx, user, input),
  }),
  defineCommand({
    path: '/mes/order/part/combine',
    permission: 'WORK_ORDER_MODIFY',
    input: {
      id: partIdField,
      version: versionField,
      parts: lines(
        { id: partIdField, version: versionField },
        { max: MAX_COMBINED_PARTS - 1, label: 'partsToCombine' },
      ),
    },
    run: ({ tx, user, input }) => combineParts(tx, user, input, input.parts),
  }),
  defineCommand({
    path: '/mes/order/part/separate',
    permission: 'WORK_ORDER_MODIFY',
    input: { id: partIdField },
    run: ({ tx, user, input }) => separatePart(tx, user, input.id),
  }),
  defineQuery({
    path: '/mes/order/part/combined',
    permission: 'WORK_ORDER',
    input: { id: orderIdField },
    run: ({ db, user, input }) => listCombinedParts(db, user.factoryId, input.id),
  }),
  defineQuery({
    path: '/mes/process/loss/list',
    permission: PRODUCTION_PERMISSION,
    input: { orderId: orderIdField },
    run: ({ db, user, input }) => listLossAnswers(db, user.factoryId, input.orderId),
  }),
  defineCommand({
    path: '/mes/process/loss/answer',
    permission: LOSS_PERMISSIONS,
    input: {
      processId: ref('process', { required: true }),
      answer: choice(LOSS_ANSWERS, { required: true, label: 'lossAnswer' }),
      quantity: quantity({ required: true, min: 0.0001, label: 'answerQuantity' }),
      reason: text({ required: true, max: 500, label: 'answerReason' }),
    },
    run: ({ tx, user, input }) => answerLoss(tx, user, input),
  }),
  defineCommand({
    path: '/mes/process/loss/reverse',
    permission: LOSS_PERMISSIONS,
    input: {
      answerId: number({
        required: true,
        min: 1,
        max: Number.MAX_SAFE_INTEGER,
        decimals: 0,
        label: 'lossAnswer',
      }),
      reason: text({ required: true, max: 500, label: 'answerReason' }),
    },
    run: ({ tx, user, input }) => reverseLossAnswer(tx, user, input),
  }),
  ...(Object.keys(PERMISSION_BY_EVENT) as PlannerEvent[]).map((event): Route =>
    defineCommand({
      path: `/mes/order/${event}`,
      permission: PERMISSION_BY_EVENT[event],
      input: {
        id: orderIdField,
        version: versionField,
      },
      run: ({ tx, input }) => changeOrderState(tx, input.id, input.version, event),
    }),
  ),
];
