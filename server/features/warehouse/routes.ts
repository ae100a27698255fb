import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { listWaitingParts } from './list-waiting-parts.ts';
import { readPartWarehouse } from './read-part-warehouse.ts';
import { RECEIPT_FIELDS as f } from './receipt-fields.ts';
import { receiveIntoWarehouse } from './receive-into-warehouse.ts';
import { reverseReceipt } from './reverse-receipt.ts';

export const warehouseRoutes: Route[] = [
  defineQuery({
    path: '/mes/warehouse/part',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { partId: f.partId },
    run: ({ db, user, input }) => readPartWarehouse(db, user.factoryId, input.partId),
  }),
  defineQuery({
    path: '/mes/warehouse/waiting',
    permission: PRODUCTION_PERMISSION,
    input: {},
    run: ({ db, user }) => listWaitingParts(db, user.factoryId),
  }),
  defineCommand({
    path: '/mes/warehouse/receive',
    permission: ['TASK_REPORT', 'TASK_REPORT_TEAM'],
    allowsTerminals: true,
    input: { partId: f.partId, quantity: f.quantity, shelfId: f.shelfId, at: f.at, remark: f.remark },
    run: ({ tx, user, input }) => receiveIntoWarehouse(tx, user, input),
  }),
  defineCommand({
    path: '/mes/warehouse/reverse',
    permission: ['TASK_REPORT', 'TASK_REPORT_REVERSE'],
    allowsTerminals: true,
    input: { receiptId: f.receiptId, reason: f.reason },
    run: ({ tx, user, input }) => reverseReceipt(tx, user, input),
  }),
];
