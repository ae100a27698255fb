import type { PageAnswer } from '#shared/kernel/wire.ts';
import type {
  GroupProgressRow,
  OrderProgressRow,
  ProcessProgressRow,
} from '#shared/answers/progress-query.ts';
import { getIsoTimeAgo, type TestFactory } from './floor.ts';

/** One operation of a routing. */
export interface RoutingStep {
  name: string;
  workGroupId?: number;
  deviceId?: number;
  needsReceive?: boolean;
}
/** The ids of a created order, of its parts and of the processes of each part. */
export interface CreatedOrder {
  id: number;
  code: string;
  partIds: number[];
  processIds: number[][];
}

export type OrderFunctions = ReturnType<typeof createOrderFunctions>;

/** Returns functions that create orders, report work and query progress in a test factory. */
export function createOrderFunctions(floor: TestFactory) {
  let counter = 0;
  let minutesAgo = 1200;
  let burrClassId: Promise<number> | null = null;
  const add = async (path: string, fields: Record<string, unknown>) =>
    (await floor.call<{ id: number }>(`/mes/${path}/save`, fields)).id;
  const errorClass = () =>
    (burrClassId ??= add('system/classify', { classId: 'errorClass', code: 'B', name: 'Burr' }));

  /** Creates and releases an order. Each part after the first is a child of the first. */
  async function order(
    fields: Record<string, unknown>,
    parts: { name: string; per?: number; steps: RoutingStep[] }[],
  ) {
    counter += 1;
    const code = String(fields['code'] ?? `WO-${counter}`);
    const saved = await floor.call<{ id: number; version: number }>('/mes/order/save', {
      name: `Order ${counter}`,
      quantity: 10,
      ...fields,
      code,
    });
    const made: CreatedOrder = { id: saved.id, code, partIds: [], processIds: [] };
    for (const { name, per = 1, steps } of parts) {
      const partId = await add('order/part', {
        orderId: saved.id,
        code: `${code}-${made.partIds.length}`,
        name,
        quantity: 10 * per,
        quantityPer: per,
        ...(made.partIds[0] ? { parentId: made.partIds[0] } : {}),
      });
      made.partIds.push(partId);
      const processIds: number[] = [];
      for (const [index, { name: craft, needsReceive = false, ...where }] of steps.entries()) {
        counter += 1;
        const craftId = await add('system/basic/crafts', { code: `K${counter}`, name: craft, needsReceive });
        processIds.push(await add('process', { partId, seq: (index + 1) * 10, craftId, ...where }));
      }
      made.processIds.push(processIds);
    }
    await floor.call('/mes/order/release', { id: saved.id, version: saved.version });
    return made;
  }
  const start = (processId: number, quantity: number, employeeId: number, at?: string) =>
    floor.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity,
      people: [{ employeeId, ratio: 100 }],
      ...(at ? { at } : {}),
    });
  const make = async (
    processId: number,
    good: number,
    employeeId: number,
    losses: Record<string, unknown> = {},
  ) => {
    const lostQuantity = Object.values(losses).reduce<number>((total, value) => total + Number(value), 0);
    // Each report starts after the end of the previous report: a person cannot do two things at once.
    minutesAgo -= 3;
    const { reportId } = await start(
      processId,
      good + lostQuantity,
      employeeId,
      getIsoTimeAgo(minutesAgo + 2),
    );
    await floor.call('/mes/report/finish', {
      reportId,
      good,
      ...losses,
      ...(lostQuantity > 0 ? { errorClassId: await errorClass() } : {}),
      at: getIsoTimeAgo(minutesAgo),
    });
  };
  const query = (fields: Record<string, unknown> = {}) =>
    floor.call<PageAnswer<OrderProgressRow>>('/mes/process/query', { limit: 200, ...fields });
  const groups = (groupBy: string, fields: Record<string, unknown> = {}) =>
    floor.call<PageAnswer<GroupProgressRow>>('/mes/process/query', { groupBy, limit: 200, ...fields });
  const processes = (fields: Record<string, unknown>) =>
    floor.call<PageAnswer<ProcessProgressRow>>('/mes/process/query/processes', { limit: 500, ...fields });
  const found = async (fields: Record<string, unknown>) =>
    (await query(fields)).rows.map((row) => row.code).sort();

  return { add, order, start, make, query, groups, processes, found };
}
