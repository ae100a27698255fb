import type { OutsourcingDetail } from '#shared/answers/outside.ts';
import type { Entity } from '#shared/entities/index.ts';
import type { CallFunction, TestFactory } from './floor.ts';
import { makeUniqueText } from './makers.ts';

interface MovementAnswer {
  movementId: number;
  deliveryNote: string | null;
  state: string;
  version: number;
}

/**
 * Makes the calls of outsourcing orders. Each call reads the current version of the order, unless `fields` give one.
 */
export function makeOutsourcingCalls(call: CallFunction) {
  const readOrder = (id: number) => call<Entity<'outsourcingOrder'>>('/mes/outsourcing/get', { id });
  const makeMovement =
    <T = MovementAnswer>(verb: string) =>
    async (id: number, fields: Record<string, unknown> = {}, requestId?: string): Promise<T> =>
      call<T>(
        `/mes/outsourcing/${verb}`,
        { id, version: fields['version'] ?? (await readOrder(id)).version, ...fields },
        requestId,
      );
  const makeItems = (pieces: Readonly<Record<number, number>>) =>
    Object.entries(pieces).map(([processId, quantity]) => ({ processId: Number(processId), quantity }));
  return {
    readOrder,
    readDetail: (id: number) => call<OutsourcingDetail>('/mes/outsourcing/detail', { id }),
    addSupplier: (shortName = 'Heat') =>
      call<{ id: number }>('/mes/system/basic/supplier/save', { code: makeUniqueText('S'), shortName }),
    /** Creates an order for some quantities by process. */
    order: (
      supplierId: number,
      pieces: Readonly<Record<number, number>>,
      fields: Record<string, unknown> = {},
    ) =>
      call<Entity<'outsourcingOrder'>>('/mes/outsourcing/create', {
        code: makeUniqueText('OS'),
        supplierId,
        items: makeItems(pieces),
        ...fields,
      }),
    change: makeMovement<Entity<'outsourcingOrder'>>('change'),
    send: (id: number, pieces: Readonly<Record<number, number>>, fields: Record<string, unknown> = {}) =>
      makeMovement('send')(id, { items: makeItems(pieces), ...fields }),
    takeBack: (id: number, pieces: Readonly<Record<number, number>>, fields: Record<string, unknown> = {}) =>
      makeMovement('takeBack')(id, { items: makeItems(pieces), ...fields }),
    /** Returns pieces of one process. */
    return: (
      id: number,
      processId: number,
      pieces: { good?: number; hold?: number; unmachined?: number },
      fields: Record<string, unknown> = {},
    ) => makeMovement('return')(id, { items: [{ processId, ...pieces }], ...fields }),
    reverse: (id: number, movementId: number, fields: Record<string, unknown> = {}) =>
      makeMovement('reverse')(id, { movementId, reason: 'counted wrong', ...fields }),
    end: makeMovement<{ state: string }>('end'),
    cancel: makeMovement<{ state: string }>('cancel'),
    makeItems,
  };
}

export type OutsourcingCalls = ReturnType<typeof makeOutsourcingCalls>;

/** Creates a released order of one part, and an outsourcing order for all pieces of its first process. */
export async function createOutsourcedOrder(
  factory: TestFactory,
  quantity: number,
  steps: Parameters<TestFactory['createOrder']>[1] = ['Harden', 'Grind'],
) {
  const calls = makeOutsourcingCalls(factory.call);
  const order = await factory.createOrder(quantity, steps);
  const processId = order.processIds[0]!;
  const supplierId = (await calls.addSupplier()).id;
  const { id } = await calls.order(supplierId, { [processId]: quantity });
  return { id, order, processId, nextProcessId: order.processIds[1]!, supplierId };
}
