import { randomUUID } from 'node:crypto';
import type { WireClient } from '#server/demo/wire-client.ts';

/** A released order that accepts reports. */
export interface ReleasedOrder {
  id: number;
  partId: number;
  processIds: number[];
}

/** Creates and releases an order over HTTP: one part with a process for each craft. */
export async function createAndReleaseOrder(
  client: WireClient,
  code: string,
  quantity: number,
  crafts: readonly string[],
): Promise<ReleasedOrder> {
  const saveRecord = <T>(path: string, fields: Record<string, unknown>) =>
    client.call<T & { id: number }>(`${path}/save`, fields, randomUUID());
  const order = await saveRecord<{ version: number }>('/mes/order', { code, name: code, quantity });
  const part = await saveRecord('/mes/order/part', { orderId: order.id, code, name: code, quantity });
  const processIds: number[] = [];
  for (const [index, name] of crafts.entries()) {
    const craft = await saveRecord('/mes/system/basic/crafts', { code: `${code}-${index}`, name });
    const process = await saveRecord('/mes/process', {
      partId: part.id,
      seq: (index + 1) * 10,
      craftId: craft.id,
    });
    processIds.push(process.id);
  }
  await client.call('/mes/order/release', { id: order.id, version: order.version }, randomUUID());
  return { id: order.id, partId: part.id, processIds };
}

/** Finished work. `began` and `ended` are minutes before now; without `ended` the work ends now. */
export interface FinishedWork {
  processId: number;
  good: number;
  began: number;
  ended?: number;
  /** The person who did the work; by default the caller. */
  employeeId?: number;
}

const getIsoTimeAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** Reports the start and the finish of work. @returns the id of the report */
export async function reportWork(client: WireClient, work: FinishedWork): Promise<number> {
  const { processId, good, began, ended = 0, employeeId } = work;
  const people = employeeId === undefined ? [] : [{ employeeId, ratio: null }];
  const start = { processId, quantity: good, people, at: getIsoTimeAgo(began) };
  const { reportId } = await client.call<{ reportId: number }>('/mes/report/start', start, randomUUID());
  const at = ended > 0 ? getIsoTimeAgo(ended) : null;
  await client.call('/mes/report/finish', { reportId, good, at }, randomUUID());
  return reportId;
}
