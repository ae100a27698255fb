import type { TestFactory } from './floor.ts';
import { makeOutsourcingCalls } from './outsourcing-calls.ts';

/** A released order of two parts: two processes of a child part, and one of the assembly. */
export interface SequenceOrder {
  id: number;
  partIds: number[];
  processIds: number[];
  /** The sequence number and the planned quantity of each process at the start. */
  settings: ReadonlyMap<number, { seq: number; plannedQuantity: number }>;
  craftId: number;
  /** The supplier that does processes of the order. */
  supplierId: number;
}

/** Creates and releases the order of a sequence. */
export async function createSequenceOrder(factory: TestFactory): Promise<SequenceOrder> {
  const { call } = factory;
  // One person may operate a hundred machines, so no report is refused because of another one.
  const assembly = await factory.createOrder(2, [{ name: 'Assembly', manMachineRatio: 0.01 }]);
  const child = await call<{ id: number }>('/mes/order/part/save', {
    orderId: assembly.id,
    parentId: assembly.partId,
    code: 'C',
    name: 'Child',
    quantity: 4,
    quantityPer: 2,
  });
  const processIds: number[] = [];
  let craftId = 0;
  for (const [index, options] of [{ overReportTolerance: 50 }, { needsReceive: true }].entries()) {
    const code = `Q${assembly.id}-${index}`;
    const craft = await call<{ id: number }>('/mes/system/basic/crafts/save', {
      code,
      name: code,
      manMachineRatio: 0.01,
      ...options,
    });
    craftId ||= craft.id;
    const process = { partId: child.id, seq: (index + 1) * 10, craftId: craft.id };
    processIds.push((await call<{ id: number }>('/mes/process/save', process)).id);
  }
  processIds.push(...assembly.processIds);
  const processes = await Promise.all(
    processIds.map((id) =>
      call<{ id: number; seq: number; plannedQuantity: number }>('/mes/process/get', { id }),
    ),
  );
  return {
    id: assembly.id,
    partIds: [child.id, assembly.partId],
    processIds,
    settings: new Map(
      processes.map(({ id, seq, plannedQuantity }) => [id, { seq, plannedQuantity }] as const),
    ),
    craftId,
    supplierId: (await makeOutsourcingCalls(call).addSupplier()).id,
  };
}
