import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';
import { buildPartScope } from './outside-scope.ts';

/** An attachment cannot move to another order. Customers see the attachments of their own orders. */
export const orderDocumentHooks: HooksOf<'orderDocument'> = {
  scope: buildPartScope,
  beforeSave: (_tx, next, before) => {
    if (before && before.orderId !== next.orderId)
      throw makeError('fieldsInvalid', {}, { orderId: { reason: 'notAReference' } });
    return Promise.resolve();
  },
  afterSave: (tx, after) => {
    tx.announce('progress', 'workOrder', [after.orderId]);
    return Promise.resolve();
  },
};
