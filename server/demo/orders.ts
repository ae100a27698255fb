import { addDays } from '#shared/rules/days.ts';
import { splitAtSpaces } from './content.ts';
import { getIdByCode, type DemoApiCall, type SavedRow } from './demo-call.ts';
import { groupsByCraft, type MasterDataIds } from './masters.ts';
import { ASSEMBLIES, PRODUCTS, type Product } from './products.ts';

/** A part to be created. `routing` lists the names of crafts, separated by spaces. */
interface PlannedPart extends Product {
  quantity: number;
  quantityPer: number;
  /** The planned ends of the processes in the sequence of the routing, in days from today. */
  plannedEndDays: number[];
  /** The codes and quantities of the materials that the part plans. */
  materials: readonly (readonly [code: string, quantity: number])[];
}

/**
 * An order to be created. Its first part is the product, and its other parts are the components of the
 * product.
 */
export interface PlannedOrder {
  number: number;
  name: string;
  quantity: number;
  priority: number;
  /** The planned start in days from today; negative in the past. */
  startDay: number;
  /** The due date in days from today; negative in the past. */
  dueDay: number;
  parts: PlannedPart[];
}

/** A created part with its processes. */
export interface CreatedPart {
  partId: number;
  processes: { id: number; craft: string }[];
}

/**
 * Returns the UTC date of a time, plus some days.
 * @param days may be negative
 */
export const getDateAfter = (now: Date, days: number): string =>
  addDays(now.toISOString().slice(0, 10), days);

const ORDER_QUANTITIES = [24, 40, 32, 16, 48, 20, 12, 60];
const PROCESSES_PER_DAY = 2;

function planPart(
  product: Product,
  quantity: number,
  quantityPer: number,
  dueDay: number,
  materialsPerPiece: PlannedPart['materials'] = [],
): PlannedPart {
  const stepCount = splitAtSpaces(product.routing).length;
  const plannedEndDays = Array.from(
    { length: stepCount },
    (_, step) => dueDay - Math.floor((stepCount - 1 - step) / PROCESSES_PER_DAY),
  );
  const { code, name, material, routing } = product;
  const materials = materialsPerPiece.map(
    ([materialCode, quantityPerPiece]) => [materialCode, quantityPerPiece * quantity] as const,
  );
  return { code, name, material, routing, quantity, quantityPer, plannedEndDays, materials };
}

/**
 * Plans the n-th order. The same arguments always give the same order.
 * @param number the number of the order, from 0
 * @param dueDay the due date, in days from today
 */
export function planOrder(number: number, dueDay: number): PlannedOrder {
  const priority = ((number * 4) % 9) + 1;
  const orderFields = { number, priority, dueDay, startDay: dueDay - 4 };
  if (number % 6 === 5) {
    const assembly = ASSEMBLIES[Math.floor(number / 6) % ASSEMBLIES.length]!;
    const quantity = assembly.code === 'MJ-200' ? 2 : [8, 12, 6][number % 3]!;
    const assemblyParts = assembly.parts.map(([code, quantityPer]) =>
      planPart(
        PRODUCTS.find((candidate) => candidate.code === code)!,
        quantity * quantityPer,
        quantityPer,
        dueDay - 2,
      ),
    );
    return {
      ...orderFields,
      name: assembly.name,
      quantity,
      parts: [planPart(assembly, quantity, 1, dueDay, assembly.materials), ...assemblyParts],
    };
  }
  const simpleOrderIndex = number - Math.floor((number + 1) / 6);
  const product = PRODUCTS[(simpleOrderIndex * 5) % PRODUCTS.length]!;
  const quantity = ORDER_QUANTITIES[number % ORDER_QUANTITIES.length]!;
  return { ...orderFields, name: product.name, quantity, parts: [planPart(product, quantity, 1, dueDay)] };
}

async function createPart(
  call: DemoApiCall,
  masterDataIds: MasterDataIds,
  orderId: number,
  parentId: number | null,
  { routing, plannedEndDays, material, materials, ...part }: PlannedPart,
  now: Date,
): Promise<CreatedPart> {
  const { id: partId } = await call<SavedRow>('/mes/order/part/save', {
    ...part,
    orderId,
    parentId,
    materialName: material || null,
    materials: materials.flatMap(([code, plannedQuantity]) => {
      const materialId = masterDataIds.materials.get(code);
      return materialId === undefined ? [] : [{ materialId, plannedQuantity }];
    }),
  });
  const processes: CreatedPart['processes'] = [];
  for (const [index, craft] of splitAtSpaces(routing).entries()) {
    const { id } = await call<SavedRow>('/mes/process/save', {
      partId,
      seq: (index + 1) * 10,
      craftId: getIdByCode(masterDataIds.crafts, craft),
      workGroupId: getIdByCode(masterDataIds.groups, groupsByCraft.get(craft)!.code),
      plannedEnd: getDateAfter(now, plannedEndDays[index]!),
    });
    processes.push({ id, craft });
  }
  return { partId, processes };
}

/** Returns the code of the n-th order, for example WO-2611-001: the year and month of `now`, and `number` + 1. */
const makeOrderCode = (number: number, now: Date): string =>
  `WO-${getDateAfter(now, 0).slice(2, 7).replace('-', '')}-${String(number + 1).padStart(3, '0')}`;

/** Creates an order as a draft, with its parts and their routings. */
export async function createOrder(
  call: DemoApiCall,
  masterDataIds: MasterDataIds,
  plan: PlannedOrder,
  now: Date,
  extraValues: Record<string, unknown> = {},
): Promise<SavedRow & { parts: CreatedPart[] }> {
  const customerIds = [...masterDataIds.customers.values()];
  const order = await call<SavedRow>('/mes/order/save', {
    code: makeOrderCode(plan.number, now),
    name: plan.name,
    customerId: customerIds[(plan.number * 3) % customerIds.length],
    purchasingOrder: `PO${getDateAfter(now, 0).slice(2, 4)}${String(4100 + plan.number * 7)}`,
    quantity: plan.quantity,
    priority: plan.priority,
    plannedStart: getDateAfter(now, plan.startDay),
    dueDate: getDateAfter(now, plan.dueDay),
    promisedDate: plan.number % 3 === 0 ? getDateAfter(now, plan.dueDay + 1) : null,
    ...extraValues,
  });
  const [mainPart, ...innerParts] = plan.parts;
  const createdMainPart = await createPart(call, masterDataIds, order.id, null, mainPart!, now);
  const parts = [createdMainPart];
  for (const part of innerParts)
    parts.push(await createPart(call, masterDataIds, order.id, createdMainPart.partId, part, now));
  return { ...order, parts };
}

export const releaseOrder = async (call: DemoApiCall, { id, version }: SavedRow): Promise<void> => {
  await call('/mes/order/release', { id, version });
};
