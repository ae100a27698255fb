import type { CallFunction } from './floor.ts';
import { makeUniqueText } from './makers.ts';

/** Makes a part in a released order, finishes one piece of it and puts the piece into the warehouse. */
export async function makeSampleReceipt(call: CallFunction, orderId: number): Promise<void> {
  const saveRecord = (path: string, fields: Record<string, unknown>) =>
    call<{ id: number }>(`/mes/${path}/save`, fields);
  const code = makeUniqueText();
  const craft = await saveRecord('system/basic/crafts', { code, name: code });
  const part = await saveRecord('order/part', { orderId, code, name: code, quantity: 1 });
  const process = await saveRecord('process', { partId: part.id, seq: 10, craftId: craft.id });
  await call('/mes/report/record', { processId: process.id, good: 1, minutes: 1, source: 'kiosk' });
  await call('/mes/warehouse/receive', { partId: part.id, quantity: 1 });
}
