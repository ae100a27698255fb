import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';
import { buildPartScope } from './outside-scope.ts';

/** An attachment stays at its order. Customers see those of their own orders, as they see the parts. */
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
