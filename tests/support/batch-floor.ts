import { randomUUID } from 'node:crypto';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import { getIsoTimeAgo, type CallFunction, type TestFactory } from './floor.ts';
import type { ReportAnswer } from './reports.ts';

type ReportVerb = 'receive' | 'start' | 'unfinished' | 'finish';

/** Returns functions that make processes of one operation type, and report them in batches. */
export function createBatchFloor(getFactory: () => TestFactory) {
  let craftId: Promise<number> | null = null;
  let count = 0;
  const saveCraft = async (fields: Record<string, unknown>) =>
    (
      await getFactory().call<{ id: number }>('/mes/system/basic/crafts/save', {
        code: `K${++count}`,
        ...fields,
      })
    ).id;
  /** Releases an order with one process. @returns the id of the process */
  async function makeProcess(quantity: number, fields: Record<string, unknown> = {}): Promise<number> {
    const code = `B-${++count}`;
    const order = await getFactory().call<{ id: number; version: number }>('/mes/order/save', {
      code,
      name: code,
      quantity,
    });
    const part = await getFactory().call<{ id: number }>('/mes/order/part/save', {
      orderId: order.id,
      code: 'P',
      name: 'Part',
      quantity,
    });
    const process = await getFactory().call<{ id: number }>('/mes/process/save', {
      partId: part.id,
      seq: 10,
      craftId: await (craftId ??= saveCraft({ name: 'Hardening' })),
      ...fields,
    });
    await getFactory().call('/mes/order/release', { id: order.id, version: order.version });
    return process.id;
  }
  const sendBatch = (
    kind: ReportVerb,
    rows: object[],
    call: CallFunction = getFactory().call,
    requestId?: string,
  ) =>
    call<BatchAnswer<ReportAnswer>>(`/mes/report/${kind}/batch`, { rows: JSON.stringify(rows) }, requestId);
  const readVerdicts = ({ rows }: BatchAnswer) =>
    rows.map(({ answer }) => (answer.success ? 'done' : answer.code));
  const readReportIds = ({ rows }: BatchAnswer<ReportAnswer>) =>
    rows.map(({ answer }) => (answer as { data: ReportAnswer }).data.reportId);
  const hireWorker = async () => {
    const { employeeId } = await getFactory().createPerson('Furnace', []);
    return { employeeId, people: [{ employeeId }] };
  };
  /** Starts processes as one batch, 40 minutes ago. */
  async function startBatch(
    processes: readonly { id: number; quantity: number }[],
    people: object[],
    batchId = randomUUID(),
  ) {
    return sendBatch(
      'start',
      processes.map(({ id, quantity }) => ({
        id,
        processId: id,
        quantity,
        people,
        batchId,
        at: getIsoTimeAgo(40),
      })),
    );
  }
  return { saveCraft, makeProcess, sendBatch, readVerdicts, readReportIds, hireWorker, startBatch };
}
