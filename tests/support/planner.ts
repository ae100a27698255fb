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
export function createOrderFunctions(factory: TestFactory) {
  let counter = 0;
  let minutesAgo = 1200;
  let burrClassId: Promise<number> | null = null;
  const addRecord = async (path: string, fields: Record<string, unknown>) =>
    (await factory.call<{ id: number }>(`/mes/${path}/save`, fields)).id;
  const getErrorClassId = () =>
    (burrClassId ??= addRecord('system/classify', { classId: 'errorClass', code: 'B', name: 'Burr' }));

  /** Creates and releases an order. Each part after the first is a child of the first. */
  async function createOrder(
    fields: Record<string, unknown>,
    parts: { name: string; quantityPer?: number; steps: RoutingStep[] }[],
  ) {
    counter += 1;
    const code = String(fields['code'] ?? `WO-${counter}`);
    const savedOrder = await factory.call<{ id: number; version: number }>('/mes/order/save', {
      name: `Order ${counter}`,
      quantity: 10,
      ...fields,
      code,
    });
    const createdOrder: CreatedOrder = { id: savedOrder.id, code, partIds: [], processIds: [] };
    for (const { name, quantityPer = 1, steps } of parts) {
      const partId = await addRecord('order/part', {
        orderId: savedOrder.id,
        code: `${code}-${createdOrder.partIds.length}`,
        name,
        quantity: 10 * quantityPer,
        quantityPer,
        ...(createdOrder.partIds[0] ? { parentId: createdOrder.partIds[0] } : {}),
      });
      createdOrder.partIds.push(partId);
      const processIds: number[] = [];
      for (const [index, { name: craft, needsReceive = false, ...resourceIds }] of steps.entries()) {
        counter += 1;
        const craftId = await addRecord('system/basic/crafts', {
          code: `K${counter}`,
          name: craft,
          needsReceive,
        });
        processIds.push(
          await addRecord('process', { partId, seq: (index + 1) * 10, craftId, ...resourceIds }),
        );
      }
      createdOrder.processIds.push(processIds);
    }
    await factory.call('/mes/order/release', { id: savedOrder.id, version: savedOrder.version });
    return createdOrder;
  }
  const startReport = (processId: number, quantity: number, employeeId: number, at?: string) =>
    factory.call<{ reportId: number }>('/mes/report/start', {
      processId,
      quantity,
      people: [{ employeeId, ratio: 100 }],
      ...(at ? { at } : {}),
    });
  const reportFinishedWork = async (
    processId: number,
    good: number,
    employeeId: number,
    losses: Record<string, unknown> = {},
  ) => {
    const lostQuantity = Object.values(losses).reduce<number>((total, value) => total + Number(value), 0);
    // Each report starts after the end of the previous report: a person cannot do two things at once.
    minutesAgo -= 3;
    const { reportId } = await startReport(
      processId,
      good + lostQuantity,
      employeeId,
      getIsoTimeAgo(minutesAgo + 2),
    );
    await factory.call('/mes/report/finish', {
      reportId,
      good,
      ...losses,
      ...(lostQuantity > 0 ? { errorClassId: await getErrorClassId() } : {}),
      at: getIsoTimeAgo(minutesAgo),
    });
  };
  const queryOrders = (fields: Record<string, unknown> = {}) =>
    factory.call<PageAnswer<OrderProgressRow>>('/mes/process/query', { limit: 200, ...fields });
  const queryGroups = (groupBy: string, fields: Record<string, unknown> = {}) =>
    factory.call<PageAnswer<GroupProgressRow>>('/mes/process/query', { groupBy, limit: 200, ...fields });
  const queryProcesses = (fields: Record<string, unknown>) =>
    factory.call<PageAnswer<ProcessProgressRow>>('/mes/process/query/processes', { limit: 500, ...fields });
  const findOrderCodes = async (fields: Record<string, unknown>) =>
    (await queryOrders(fields)).rows.map((row) => row.code).sort();

  return {
    add: addRecord,
    createOrder,
    startReport,
    reportWork: reportFinishedWork,
    queryOrders,
    queryGroups,
    queryProcesses,
    findCodes: findOrderCodes,
  };
}
