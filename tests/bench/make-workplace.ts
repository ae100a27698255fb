import { randomUUID } from 'node:crypto';
import type { WireClient } from '#server/demo/wire-client.ts';
import type { Workplace } from './writers.ts';

/** Creates a person with their own order. The order is large enough for any benchmark. */
export async function createPersonWithOrder(client: WireClient, number: number): Promise<Workplace> {
  const save = <T = { id: number; version: number }>(path: string, fields: Record<string, unknown>) =>
    client.call<T>(path, fields, randomUUID());
  const quantity = 1_000_000;
  const employee = await save('/mes/system/basic/employee/save', {
    code: `E${number}`,
    name: `Worker ${number}`,
  });
  const craft = await save('/mes/system/basic/crafts/save', { code: `C${number}`, name: `Craft ${number}` });
  const order = await save('/mes/order/save', { code: `O${number}`, name: `Order ${number}`, quantity });
  const part = await save('/mes/order/part/save', { orderId: order.id, code: 'P', name: 'Part', quantity });
  const firstProcess = await save('/mes/process/save', { partId: part.id, seq: 10, craftId: craft.id });
  await save('/mes/process/save', { partId: part.id, seq: 20, craftId: craft.id });
  await save('/mes/order/release', { id: order.id, version: order.version });
  return { processId: firstProcess.id, employeeId: employee.id };
}
