import type { Entity } from '#shared/entities/index.ts';
import type { CallFunction, TestFactory } from './floor.ts';

/** An order of 10 frames with two equal parts BRACKET, of 20 and 10 pieces, which may be combined. */
export interface BracketOrder {
  id: number;
  frameId: number;
  /** The process that assembles the frames. */
  frameProcessId: number;
  brackets: [Bracket, Bracket];
}
interface Bracket {
  id: number;
  processIds: [number, number];
}

/** Returns functions that create orders of frames with equal brackets, and that combine and read parts. */
export async function createBracketOrders(factory: TestFactory) {
  let codeCount = 0;
  const save = (path: string, fields: Record<string, unknown>) =>
    factory.call<{ id: number; version: number }>(`/mes/${path}/save`, fields);
  const [turningId, millingId] = [
    (await save('system/basic/crafts', { code: 'K1', name: 'Turning' })).id,
    (await save('system/basic/crafts', { code: 'K2', name: 'Milling' })).id,
  ];
  const readRows = async <T>(path: string, filter: object, sort = 'id') =>
    (await factory.call<{ rows: T[] }>(`${path}/page`, { filter: JSON.stringify(filter), sort })).rows;
  const readPart = (id: number) => factory.call<Entity<'part'>>('/mes/order/part/get', { id });
  const readParts = (orderId: number) => readRows<Entity<'part'>>('/mes/order/part', { orderId });
  const readRouting = (partId: number) => readRows<Entity<'process'>>('/mes/process', { partId }, 'seq');
  const readCards = (partId: number) => readRows<Entity<'card'>>('/mes/process/card', { partId });

  const addBracket = async (
    orderId: number,
    parentId: number | null,
    quantity: number,
    fields: Record<string, unknown> = {},
  ): Promise<Bracket> => {
    const part = { orderId, parentId, code: 'BRACKET', name: `Bracket ${quantity}`, quantity };
    const { id } = await save('order/part', { ...part, quantityPer: quantity / 10, ...fields });
    const ids: number[] = [];
    for (const [index, craftId] of [turningId, millingId].entries())
      ids.push((await save('process', { partId: id, seq: (index + 1) * 10, craftId })).id);
    return { id, processIds: ids as [number, number] };
  };
  /** @param second fields of the second bracket that differ from those of the first */
  async function createBracketOrder(second: Record<string, unknown> = {}): Promise<BracketOrder> {
    const code = `B-${Date.now()}-${++codeCount}`;
    const order = await save('order', { code, name: 'Frames', quantity: 10 });
    const frame = await save('order/part', { orderId: order.id, code: 'FRAME', name: 'Frame', quantity: 10 });
    const assembly = await save('process', { partId: frame.id, seq: 10, craftId: millingId });
    const brackets: BracketOrder['brackets'] = [
      await addBracket(order.id, frame.id, 20),
      await addBracket(order.id, frame.id, 10, second),
    ];
    await factory.call('/mes/order/release', { id: order.id, version: order.version });
    return { id: order.id, frameId: frame.id, frameProcessId: assembly.id, brackets };
  }
  const readIdAndVersion = async ({ id }: { id: number }) => ({ id, version: (await readPart(id)).version });
  const combine = async (
    keptPart: { id: number },
    otherParts: readonly { id: number }[],
    call: CallFunction = factory.call,
  ) =>
    call<{ id: number; quantity: number }>('/mes/order/part/combine', {
      ...(await readIdAndVersion(keptPart)),
      parts: JSON.stringify(await Promise.all(otherParts.map(readIdAndVersion))),
    });
  const separate = ({ id }: { id: number }, call: CallFunction = factory.call) =>
    call('/mes/order/part/separate', { id });
  return {
    save,
    turningId,
    readRows,
    readPart,
    readParts,
    readRouting,
    readCards,
    addBracket,
    createBracketOrder,
    combine,
    separate,
  };
}
