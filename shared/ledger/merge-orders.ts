import type { TermKey } from '../terms/index.ts';
import { mergeMaterials, type MaterialLine } from './part-materials.ts';
import { addQuantities } from './quantity.ts';

/** The maximum number of orders that one merge combines. */
export const MAX_MERGED_ORDERS = 30;

/** A part of an order to merge. */
export interface PartToMerge {
  id: number;
  parentId: number | null;
  code: string;
  name: string;
  quantity: number;
  /** How many pieces go into one piece of the parent part; null means 1. */
  quantityPer: number | null;
  materialName: string | null;
  spec: string | null;
  size: string | null;
  source: TermKey;
  materials: readonly MaterialLine[];
}

/** A process of an order to merge. */
export interface ProcessToMerge {
  id: number;
  partId: number;
  seq: number;
  craftId: number;
  craftName: string;
  name: string;
  /** The planned quantity; null means the quantity of the part. */
  plannedQuantity: number | null;
  external: boolean;
}

/** The parts and processes of an order. */
export interface OrderOfParts {
  code: string;
  parts: readonly PartToMerge[];
  processes: readonly ProcessToMerge[];
}

/** An order with the values that must be equal in all merged orders. */
export interface OrderToMerge extends OrderOfParts {
  id: number;
  state: TermKey;
  quantity: number;
  customerId: number | null;
  customerName: string | null;
  projectId: number | null;
  projectName: string | null;
  plannedStart: string | null;
  dueDate: string | null;
  promisedDate: string | null;
}

/** A value for display. A flag or a choice is given by the key of its term. */
type ComparedValue = string | number | null | { term: TermKey };

/** The value of a field in the surviving order, and a different value in another order. */
interface DifferentValues {
  field: TermKey;
  value: ComparedValue;
  otherValue: ComparedValue;
}

/** The first difference between the surviving order and another order. */
export type MergeDifference = { order: string; other: string } & (
  | ({ kind: 'order' } & DifferentValues)
  /** `order` has the part, and `other` has no such part. */
  | { kind: 'partMissing'; part: string }
  | ({ kind: 'part'; part: string } & DifferentValues)
  /** `order` has the process, and `other` has no process at this position. */
  | { kind: 'processMissing'; part: string; name: string; seq: number }
  | ({ kind: 'process'; part: string; seq: number } & DifferentValues)
);

/** The rows that are merged: the row of the surviving order, and the matching rows of the other orders. */
interface MatchedRows<R> {
  survivor: R;
  merged: R[];
}

/** The quantities, dates and references of the surviving order after a merge. */
export interface MergedOrder {
  quantity: number;
  plannedStart: string | null;
  dueDate: string | null;
  promisedDate: string | null;
  customerId: number | null;
  projectId: number | null;
  /** The quantities by the id of the part of the surviving order. */
  parts: ReadonlyMap<number, number>;
  /** The planned materials by the id of the part of the surviving order. */
  materials: ReadonlyMap<number, MaterialLine[]>;
  /** The planned quantities by the id of the process of the surviving order. */
  processes: ReadonlyMap<number, number>;
}

/** Returns the first field of which two rows have different values. */
const findDifferentField = (
  fields: readonly (readonly [TermKey, ComparedValue, ComparedValue])[],
): DifferentValues | null => {
  const toText = (value: ComparedValue) => JSON.stringify(value === '' ? null : value);
  const difference = fields.find(([, value, otherValue]) => toText(value) !== toText(otherValue));
  return difference ? { field: difference[0], value: difference[1], otherValue: difference[2] } : null;
};

/** Lists parts by their codes, and parts with the same code by their ids. */
const sortParts = (parts: readonly PartToMerge[]): PartToMerge[] =>
  [...parts].sort((a, b) => (a.code === b.code ? a.id - b.id : a.code < b.code ? -1 : 1));

/** Pairs the parts of two orders by their codes. @returns null if one of the orders lacks a part */
function matchParts(
  order: OrderToMerge,
  other: OrderToMerge,
): { pairs: [PartToMerge, PartToMerge][] } | { missing: MergeDifference } {
  const parts = sortParts(order.parts);
  const otherParts = sortParts(other.parts);
  for (let index = 0; index < Math.max(parts.length, otherParts.length); index++) {
    const [part, otherPart] = [parts[index], otherParts[index]];
    if (part?.code === otherPart?.code) continue;
    const isMissingInOther = part !== undefined && (otherPart === undefined || part.code < otherPart.code);
    const [orderWithPart, orderWithoutPart] = isMissingInOther ? [order, other] : [other, order];
    const code = (isMissingInOther ? part : otherPart)!.code;
    return {
      missing: { kind: 'partMissing', order: orderWithPart.code, other: orderWithoutPart.code, part: code },
    };
  }
  return { pairs: parts.map((part, index) => [part, otherParts[index]!]) };
}

const findParentCode = (part: PartToMerge, { parts }: OrderOfParts): string | null =>
  parts.find(({ id }) => id === part.parentId)?.code ?? null;

/** Lists the processes of a part in order. Parallel processes have the same rank, and are listed by their crafts. */
export function listRankedProcesses(order: Pick<OrderOfParts, 'processes'>, part: Pick<PartToMerge, 'id'>) {
  const processes = order.processes.filter(({ partId }) => partId === part.id);
  const seqs = [...new Set(processes.map(({ seq }) => seq))].sort((a, b) => a - b);
  return processes
    .map((process) => ({ process, rank: seqs.indexOf(process.seq) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.process.craftId - b.process.craftId ||
        (a.process.name < b.process.name ? -1 : a.process.name > b.process.name ? 1 : 0) ||
        a.process.id - b.process.id,
    );
}

/** Finds the first difference between the routings of a part in two orders. */
function findRoutingDifference(
  [order, part]: [OrderOfParts, PartToMerge],
  [other, otherPart]: [OrderOfParts, PartToMerge],
): MergeDifference | null {
  const processes = listRankedProcesses(order, part);
  const otherProcesses = listRankedProcesses(other, otherPart);
  const codes = { order: order.code, other: other.code };
  for (let index = 0; index < Math.max(processes.length, otherProcesses.length); index++) {
    const [survivingRow, otherRow] = [processes[index], otherProcesses[index]];
    if (!survivingRow || !otherRow) {
      const { name, seq } = (survivingRow ?? otherRow)!.process;
      const [orderWithProcess, orderWithoutProcess] = survivingRow ? [order, other] : [other, order];
      return {
        kind: 'processMissing',
        order: orderWithProcess.code,
        other: orderWithoutProcess.code,
        part: part.code,
        name,
        seq,
      };
    }
    const [a, b] = [survivingRow.process, otherRow.process];
    const toTerm = (isTrue: boolean): ComparedValue => ({ term: isTrue ? 'yes' : 'no' });
    const difference = findDifferentField([
      ['craft', a.craftName, a.craftId === b.craftId ? a.craftName : b.craftName],
      ['name', a.name, b.name],
      ['seq', a.seq, survivingRow.rank === otherRow.rank ? a.seq : b.seq],
      ['external', toTerm(a.external), toTerm(b.external)],
    ]);
    if (difference) return { kind: 'process', ...codes, part: part.code, seq: a.seq, ...difference };
  }
  return null;
}

/** Finds the first difference between two parts and their routings. The parts can belong to one order or to two. */
export function findPartDifference(
  [order, part]: [OrderOfParts, PartToMerge],
  [other, otherPart]: [OrderOfParts, PartToMerge],
): MergeDifference | null {
  const difference = findDifferentField([
    ['parent', findParentCode(part, order), findParentCode(otherPart, other)],
    ['materialName', part.materialName, otherPart.materialName],
    ['spec', part.spec, otherPart.spec],
    ['size', part.size, otherPart.size],
    ['source', { term: part.source }, { term: otherPart.source }],
  ]);
  if (difference)
    return { kind: 'part', order: order.code, other: other.code, part: part.code, ...difference };
  return findRoutingDifference([order, part], [other, otherPart]);
}

/** Finds the first difference between the surviving order and an order that is merged into it. */
function findDifference(order: OrderToMerge, other: OrderToMerge): MergeDifference | null {
  const codes = { order: order.code, other: other.code };
  const orderDifference = findDifferentField([['orderState', { term: order.state }, { term: other.state }]]);
  if (orderDifference) return { kind: 'order', ...codes, ...orderDifference };
  const matchedParts = matchParts(order, other);
  if ('missing' in matchedParts) return matchedParts.missing;
  for (const [part, otherPart] of matchedParts.pairs) {
    const field = findDifferentField([['quantityPer', part.quantityPer ?? 1, otherPart.quantityPer ?? 1]]);
    if (field) return { kind: 'part', ...codes, part: part.code, ...field };
    const difference = findPartDifference([order, part], [other, otherPart]);
    if (difference) return difference;
  }
  return null;
}

/**
 * Finds the first two orders with different customers or different projects. An order without a customer or a project
 * fits every other order.
 */
function findOwnerDifference(orders: readonly OrderToMerge[]): MergeDifference | null {
  for (const [field, idKey, nameKey] of [
    ['customer', 'customerId', 'customerName'],
    ['project', 'projectId', 'projectName'],
  ] as const) {
    const order = orders.find((candidate) => candidate[idKey] !== null);
    const other = orders.find((candidate) => ![null, order?.[idKey]].includes(candidate[idKey]));
    if (order && other)
      return {
        kind: 'order',
        order: order.code,
        other: other.code,
        field,
        value: order[nameKey],
        otherValue: other[nameKey],
      };
  }
  return null;
}

/**
 * Finds the difference that forbids a merge: the first difference in states, customers, projects, parts or routings.
 * @param orders the surviving order comes first
 */
export function findMergeDifference(orders: readonly OrderToMerge[]): MergeDifference | null {
  const [survivor, ...mergedOrders] = orders;
  const differences = mergedOrders.map((order) => findDifference(survivor!, order));
  return findOwnerDifference(orders) ?? findFirst(differences);
}

/** Matches each surviving row with the rows at the same position in the lists of the other orders. */
const matchRows = <R>(survivorRows: readonly R[], others: readonly (readonly R[])[]): MatchedRows<R>[] =>
  survivorRows.map((survivor, index) => ({ survivor, merged: others.map((rows) => rows[index]!) }));

const findFirst = <V>(values: readonly (V | null)[]): V | null =>
  values.find((value) => value !== null) ?? null;
const findEarliest = (dates: readonly (string | null)[]): string | null =>
  dates.reduce((earliest, date) => (earliest && (!date || earliest < date) ? earliest : date), null);

/**
 * Adds up the quantities of orders without differences, of their parts and of their processes. The result has the
 * earliest dates. If the surviving order lacks a customer or a project, it gets that of another order.
 * @param orders the surviving order comes first
 */
export function mergeOrderQuantities(orders: readonly OrderToMerge[]): MergedOrder {
  const sortedParts = orders.map(({ parts }) => sortParts(parts));
  const partsOfSurvivor = new Map<number, number>();
  const materialsOfSurvivor = new Map<number, MaterialLine[]>();
  const processesOfSurvivor = new Map<number, number>();
  for (const { survivor: part, merged } of matchRows(sortedParts[0]!, sortedParts.slice(1))) {
    const rows = [part, ...merged];
    partsOfSurvivor.set(part.id, addQuantities(...rows.map(({ quantity }) => quantity)));
    materialsOfSurvivor.set(part.id, mergeMaterials(rows.map(({ materials }) => materials)));
    const routings = rows.map((row, index) =>
      listRankedProcesses(orders[index]!, row).map(({ process }): [number, number] => [
        process.id,
        process.plannedQuantity ?? row.quantity,
      ]),
    );
    for (const { survivor, merged: others } of matchRows(routings[0]!, routings.slice(1)))
      processesOfSurvivor.set(
        survivor[0],
        addQuantities(survivor[1], ...others.map(([, planned]) => planned)),
      );
  }
  return {
    quantity: addQuantities(...orders.map(({ quantity }) => quantity)),
    plannedStart: findEarliest(orders.map(({ plannedStart }) => plannedStart)),
    dueDate: findEarliest(orders.map(({ dueDate }) => dueDate)),
    promisedDate: findEarliest(orders.map(({ promisedDate }) => promisedDate)),
    customerId: findFirst(orders.map(({ customerId }) => customerId)),
    projectId: findFirst(orders.map(({ projectId }) => projectId)),
    parts: partsOfSurvivor,
    materials: materialsOfSurvivor,
    processes: processesOfSurvivor,
  };
}
