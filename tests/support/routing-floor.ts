import type { Entity } from '#shared/entities/index.ts';
import { createTestFactory, RefusedCallError, type TestFactory } from '#tests/support/floor.ts';
import type { Connection } from '#server/db/connect.ts';

type ProcessRow = Entity<'process'>;

/** A factory whose orders have one part with one process each, all of the same craft unless another is given. */
export interface RoutingFloor extends TestFactory {
  craftId: number;
  saveCraft: (name: string, fields?: object) => Promise<number>;
  saveDevice: (name: string) => Promise<number>;
  /** Adds an order with one part and one process. @returns the id of the process */
  addProcess: (options?: { craftId?: number; quantity?: number; part?: object }) => Promise<number>;
  readProcess: (id: number) => Promise<ProcessRow>;
  /** Saves fields of a process at its present version. */
  saveProcess: (id: number, fields: object) => Promise<ProcessRow>;
  /** Saves fields of the part of a process at its present version. */
  savePart: (partId: number, fields: object) => Promise<unknown>;
}

let codeCount = 0;
const makeCode = (prefix: string) => `${prefix}-${Date.now().toString(36)}-${++codeCount}`;

/** Creates a factory for tests of routings. */
export async function createRoutingFloor(connection: Connection): Promise<RoutingFloor> {
  const factory = await createTestFactory(connection);
  const { call } = factory;
  const saveCraft = async (name: string, fields: object = {}) =>
    (await call<{ id: number }>('/mes/system/basic/crafts/save', { code: makeCode('C'), name, ...fields }))
      .id;
  const craftId = await saveCraft('Turning');
  const readProcess = (id: number) => call<ProcessRow>('/mes/process/get', { id });
  return {
    ...factory,
    craftId,
    saveCraft,
    saveDevice: async (name) =>
      (await call<{ id: number }>('/mes/system/basic/device/save', { code: makeCode('D'), name })).id,
    addProcess: async ({ craftId: craftIdOfProcess = craftId, quantity = 5, part = {} } = {}) => {
      const order = await call<{ id: number; version: number }>('/mes/order/save', {
        code: makeCode('W'),
        name: 'Order',
        quantity,
      });
      const { id: partId } = await call<{ id: number }>('/mes/order/part/save', {
        orderId: order.id,
        code: 'P',
        name: 'Flange',
        quantity,
        ...part,
      });
      const { id } = await call<{ id: number }>('/mes/process/save', {
        partId,
        seq: 10,
        craftId: craftIdOfProcess,
      });
      await call('/mes/order/release', { id: order.id, version: order.version });
      return id;
    },
    readProcess,
    saveProcess: async (id, fields) => {
      const { version } = await readProcess(id);
      return call('/mes/process/save', { id, version, ...fields });
    },
    savePart: async (id, fields) => {
      const { version } = await call<{ version: number }>('/mes/order/part/get', { id });
      return call('/mes/order/part/save', { id, version, ...fields });
    },
  };
}

/** Returns the refusal of a call. @throws if the call is accepted */
export const readRefusal = (call: Promise<unknown>): Promise<RefusedCallError> =>
  call.then(
    () => Promise.reject(new Error('The call was accepted')),
    (error: unknown) => {
      if (error instanceof RefusedCallError) return error;
      throw error;
    },
  );
