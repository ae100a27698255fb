import { randomUUID } from 'node:crypto';
import type { WireClient } from '#server/demo/wire-client.ts';
import type { Workplace } from './writers.ts';

/** Creates a person with their own order. The order is large enough for any benchmark. */
export async function createPersonWithOrder(client: WireClient, number: number): Promise<Workplace> {
  const saveRecord = <T = { id: number; version: number }>(path: string, fields: Record<string, unknown>) =>
    client.call<T>(path, fields, randomUUID());
  const quantity = 1_000_000;
  const employee = await saveRecord('/mes/system/basic/employee/save', {
    code: `E${number}`,
    name: `Worker ${number}`,
  });
  const craft = await saveRecord('/mes/system/basic/crafts/save', {
    code: `C${number}`,
    name: `Craft ${number}`,
  });
  const order = await saveRecord('/mes/order/save', {
    code: `O${number}`,
    name: `Order ${number}`,
    quantity,
  });
  const part = await saveRecord('/mes/order/part/save', {
    orderId: order.id,
    code: 'P',
    name: 'Part',
    quantity,
  });
  const firstProcess = await saveRecord('/mes/process/save', { partId: part.id, seq: 10, craftId: craft.id });
  await saveRecord('/mes/process/save', { partId: part.id, seq: 20, craftId: craft.id });
  await saveRecord('/mes/order/release', { id: order.id, version: order.version });
  return { processId: firstProcess.id, employeeId: employee.id };
}
