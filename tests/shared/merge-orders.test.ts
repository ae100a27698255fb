import { describe, expect, it } from 'vitest';
import {
  findMergeDifference,
  mergeOrderQuantities,
  type OrderToMerge,
  type PartToMerge,
  type ProcessToMerge,
} from '#shared/ledger/merge-orders.ts';

let lastId = 0;
const nextId = () => ++lastId;

interface MergeChanges {
  order?: Partial<OrderToMerge>;
  pump?: Partial<PartToMerge>;
  wheel?: Partial<PartToMerge>;
  /** Fields that replace those of the first process of the wheel. */
  process?: Partial<ProcessToMerge>;
}

/** Makes an order of pumps with 2 wheels each. A wheel has one process, and after it two parallel processes. */
function makeOrder(code: string, quantity: number, changes: MergeChanges = {}): OrderToMerge {
  const [pumpId, wheelId] = [nextId(), nextId()];
  const part = { materialName: null, spec: null, size: null, source: 'make' as const, materials: [] };
  const pump = { ...part, id: pumpId, parentId: null, code: 'PUMP', name: 'Pump', quantity, quantityPer: 1 };
  const wheel = {
    ...part,
    id: wheelId,
    parentId: pumpId,
    code: 'WHEEL',
    name: 'Wheel',
    quantity: quantity * 2,
    quantityPer: 2,
  };
  const makeProcess = (partId: number, seq: number, name: string, craftId: number): ProcessToMerge => ({
    id: nextId(),
    partId,
    seq,
    name,
    craftId,
    craftName: name,
    plannedQuantity: null,
    external: false,
  });
  return {
    id: nextId(),
    code,
    state: 'released',
    quantity,
    customerId: null,
    customerName: null,
    projectId: null,
    projectName: null,
    plannedStart: null,
    dueDate: null,
    promisedDate: null,
    parts: [
      { ...pump, ...changes.pump },
      { ...wheel, ...changes.wheel },
    ],
    processes: [
      { ...makeProcess(wheelId, 10, 'Turning', 1), ...changes.process },
      makeProcess(wheelId, 20, 'Milling', 2),
      makeProcess(wheelId, 20, 'Drilling', 3),
      makeProcess(pumpId, 10, 'Assembly', 4),
    ],
    ...changes.order,
  };
}
const findDifference = (changes: MergeChanges, ownChanges: MergeChanges = {}) =>
  findMergeDifference([makeOrder('A', 4, ownChanges), makeOrder('B', 3), makeOrder('C', 2, changes)]);

describe('orders to merge', () => {
  it('do not differ if parts and routings are the same, whatever the order of their rows', () => {
    const otherOrder = makeOrder('B', 3);
    const reversedOrder = {
      ...otherOrder,
      parts: [...otherOrder.parts].reverse(),
      // The sequence numbers of the processes may differ if the sequence is the same.
      processes: [...otherOrder.processes].reverse().map((process) => ({ ...process, seq: process.seq + 5 })),
    };
    expect(findMergeDifference([makeOrder('A', 4), reversedOrder])).toBeNull();
    expect(findDifference({ pump: { spec: '' } })).toBeNull();
  });

  it('differ by their state, their customer or their project', () => {
    expect(findDifference({ order: { state: 'draft' } })).toEqual({
      kind: 'order',
      order: 'A',
      other: 'C',
      field: 'orderState',
      value: { term: 'released' },
      otherValue: { term: 'draft' },
    });
    const makeCustomerChanges = (customerId: number, customerName: string) => ({
      order: { customerId, customerName },
    });
    expect(findDifference(makeCustomerChanges(2, 'Two'), makeCustomerChanges(1, 'One'))).toMatchObject({
      field: 'customer',
      value: 'One',
      otherValue: 'Two',
    });
    // An order without a customer can be merged with every other order.
    expect(findDifference(makeCustomerChanges(2, 'Two'))).toBeNull();
    expect(
      findMergeDifference([
        makeOrder('A', 4),
        makeOrder('B', 3, makeCustomerChanges(2, 'Two')),
        makeOrder('C', 2, makeCustomerChanges(1, 'One')),
      ]),
    ).toMatchObject({ order: 'B', other: 'C', field: 'customer' });
    const makeProjectChanges = (projectId: number) => ({
      order: { projectId, projectName: `P${projectId}` },
    });
    expect(findDifference(makeProjectChanges(2), makeProjectChanges(1))).toMatchObject({
      field: 'project',
      otherValue: 'P2',
    });
  });

  it('differ by a part that only one of them has', () => {
    const order = makeOrder('A', 4);
    const [pump] = order.parts;
    const withBolt = { ...order, parts: [...order.parts, { ...pump!, id: nextId(), code: 'BOLT' }] };
    const missingPart = { kind: 'partMissing', order: 'A', other: 'B', part: 'BOLT' };
    expect(findMergeDifference([withBolt, makeOrder('B', 2)])).toEqual(missingPart);
    const withoutBolt = makeOrder('B', 2);
    expect(findMergeDifference([withoutBolt, withBolt])).toEqual(missingPart);
    expect(findDifference({ wheel: { code: 'WHEEL-2' } })).toMatchObject({
      kind: 'partMissing',
      part: 'WHEEL',
    });
  });

  it.each([
    ['quantityPer', { quantityPer: 3 }, 2, 3],
    ['materialName', { materialName: 'Brass' }, null, 'Brass'],
    ['spec', { spec: 'M8' }, null, 'M8'],
    ['size', { size: '10' }, null, '10'],
    ['source', { source: 'buy' as const }, { term: 'make' }, { term: 'buy' }],
    ['parent', { parentId: null }, 'PUMP', null],
  ])('differ by the %s of a part', (field, wheel, value, otherValue) => {
    expect(findDifference({ wheel })).toEqual({
      kind: 'part',
      order: 'A',
      other: 'C',
      part: 'WHEEL',
      field,
      value,
      otherValue,
    });
  });

  it.each([
    ['craft', { craftId: 9, craftName: 'Grinding' }, 'Turning', 'Grinding'],
    ['name', { name: 'Turning B' }, 'Turning', 'Turning B'],
    ['external', { external: true }, { term: 'no' }, { term: 'yes' }],
  ])('differ by the %s of a process', (field, process, value, otherValue) => {
    expect(findDifference({ process })).toEqual({
      kind: 'process',
      order: 'A',
      other: 'C',
      part: 'WHEEL',
      seq: 10,
      field,
      value,
      otherValue,
    });
  });

  it('differ by the sequence of their processes, and by a process that only one of them has', () => {
    const otherOrder = makeOrder('B', 3);
    const serialOrder = {
      ...otherOrder,
      processes: otherOrder.processes.map((process) =>
        process.craftId === 3 ? { ...process, seq: 30 } : process,
      ),
    };
    expect(findMergeDifference([makeOrder('A', 4), serialOrder])).toMatchObject({
      kind: 'process',
      field: 'seq',
      value: 20,
      otherValue: 30,
    });
    const orderWithoutLastProcess = {
      ...otherOrder,
      processes: otherOrder.processes.filter(({ craftId }) => craftId !== 3),
    };
    const missingProcess = {
      kind: 'processMissing',
      order: 'A',
      other: 'B',
      part: 'WHEEL',
      name: 'Drilling',
      seq: 20,
    };
    expect(findMergeDifference([makeOrder('A', 4), orderWithoutLastProcess])).toEqual(missingProcess);
    expect(findMergeDifference([orderWithoutLastProcess, makeOrder('A', 4)])).toEqual(missingProcess);
  });
});

describe('the merge of orders', () => {
  it('adds up the quantities of the orders, of their parts and of their processes', () => {
    const survivor = makeOrder('A', 0.1);
    const otherOrder = makeOrder('B', 0.2, { wheel: { quantity: 0.7 }, process: { plannedQuantity: 1.5 } });
    const mergedQuantities = mergeOrderQuantities([
      survivor,
      { ...otherOrder, parts: [...otherOrder.parts].reverse() },
      makeOrder('C', 4),
    ]);
    expect(mergedQuantities.quantity).toBe(4.3);
    expect([...mergedQuantities.parts]).toEqual(
      expect.arrayContaining([
        [survivor.parts[0]!.id, 4.3],
        [survivor.parts[1]!.id, 8.9],
      ]),
    );
    // A process without its own planned quantity has the planned quantity of its part.
    expect(survivor.processes.map(({ id }) => mergedQuantities.processes.get(id))).toEqual([
      9.7, 8.9, 8.9, 4.3,
    ]);
  });

  it('takes the earliest dates, and the customer and the project that one of the orders has', () => {
    const mergedQuantities = mergeOrderQuantities([
      makeOrder('A', 1, { order: { dueDate: '2026-06-01', projectId: 7 } }),
      makeOrder('B', 1, { order: { dueDate: '2026-05-01', plannedStart: '2026-04-20', customerId: 5 } }),
      makeOrder('C', 1, { order: { plannedStart: '2026-04-25', promisedDate: '2026-05-09' } }),
    ]);
    expect(mergedQuantities).toMatchObject({
      dueDate: '2026-05-01',
      plannedStart: '2026-04-20',
      promisedDate: '2026-05-09',
      customerId: 5,
      projectId: 7,
    });
    expect(mergeOrderQuantities([makeOrder('A', 1), makeOrder('B', 1)])).toMatchObject({
      dueDate: null,
      customerId: null,
    });
  });
});
