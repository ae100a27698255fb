import { addDays } from '#shared/rules/days.ts';
import { wordsOf } from './content.ts';
import { idOf, type DemoCall, type SavedRow } from './demo-call.ts';
import { groupOf, type Masters } from './masters.ts';
import { ASSEMBLIES, PRODUCTS, type Product } from './products.ts';

/** A part to be created. Its routing lists the names of crafts. */
interface PlannedPart extends Product {
  quantity: number;
  quantityPer: number;
  /** The planned ends of the processes in the order of the routing, in days from today. */
  ends: number[];
}

/**
 * An order to be created. Its first part is the product. The other parts are components of the
 * product.
 */
interface PlannedOrder {
  number: number;
  name: string;
  quantity: number;
  priority: number;
  /** The planned start in days from today; negative in the past. */
  starts: number;
  /** The due date in days from today; negative in the past. */
  due: number;
  parts: PlannedPart[];
}

/** A created part with its processes. */
export interface PlacedPart {
  partId: number;
  processes: { id: number; craft: string }[];
}

/** Returns the date that is some days after (or before, if negative) a time. */
export const dayFrom = (now: Date, days: number): string => addDays(now.toISOString().slice(0, 10), days);

const QUANTITIES = [24, 40, 32, 16, 48, 20, 12, 60];
const STEPS_A_DAY = 2;

function partOf(product: Product, quantity: number, quantityPer: number, due: number): PlannedPart {
  const steps = wordsOf(product.routing).length;
  const ends = Array.from({ length: steps }, (_, step) => due - Math.floor((steps - 1 - step) / STEPS_A_DAY));
  const { code, name, material, routing } = product;
  return { code, name, material, routing, quantity, quantityPer, ends };
}

/**
 * Plans the n-th order. The same number always gives the same order.
 * @param due the due date, in days from today
 */
export function planOrder(number: number, due: number): PlannedOrder {
  const priority = ((number * 4) % 9) + 1;
  const of = { number, priority, due, starts: due - 4 };
  if (number % 6 === 5) {
    const whole = ASSEMBLIES[Math.floor(number / 6) % ASSEMBLIES.length]!;
    const quantity = whole.code === 'MJ-200' ? 2 : [8, 12, 6][number % 3]!;
    const inside = whole.parts.map(([code, per]) =>
      partOf(
        PRODUCTS.find((one) => one.code === code)!,
        quantity * per,
        per,
        due - 2,
      ),
    );
    return { ...of, name: whole.name, quantity, parts: [partOf(whole, quantity, 1, due), ...inside] };
  }
  const turn = number - Math.floor((number + 1) / 6);
  const product = PRODUCTS[(turn * 5) % PRODUCTS.length]!;
  const quantity = QUANTITIES[number % QUANTITIES.length]!;
  return { ...of, name: product.name, quantity, parts: [partOf(product, quantity, 1, due)] };
}

async function placePart(
  call: DemoCall,
  masters: Masters,
  orderId: number,
  parentId: number | null,
  { routing, ends, material, ...part }: PlannedPart,
  now: Date,
): Promise<PlacedPart> {
  const { id: partId } = await call<SavedRow>('/mes/order/part/save', {
    ...part,
    orderId,
    parentId,
    materialName: material || null,
  });
  const processes: PlacedPart['processes'] = [];
  for (const [index, craft] of wordsOf(routing).entries()) {
    const { id } = await call<SavedRow>('/mes/process/save', {
      partId,
      seq: (index + 1) * 10,
      craftId: idOf(masters.crafts, craft),
      workGroupId: idOf(masters.groups, groupOf.get(craft)!.code),
      plannedEnd: dayFrom(now, ends[index]!),
    });
    processes.push({ id, craft });
  }
  return { partId, processes };
}

/** Returns the code of the n-th order: the month of its creation and its number. */
const orderCode = (number: number, now: Date): string =>
  `WO-${dayFrom(now, 0).slice(2, 7).replace('-', '')}-${String(number + 1).padStart(3, '0')}`;

/** Creates an order as a draft, with its parts and their routings. */
export async function placeOrder(
  call: DemoCall,
  masters: Masters,
  plan: PlannedOrder,
  now: Date,
  extras: Record<string, unknown> = {},
): Promise<SavedRow & { parts: PlacedPart[] }> {
  const customers = [...masters.customers.values()];
  const order = await call<SavedRow>('/mes/order/save', {
    code: orderCode(plan.number, now),
    name: plan.name,
    customerId: customers[(plan.number * 3) % customers.length],
    purchasingOrder: `PO${dayFrom(now, 0).slice(2, 4)}${String(4100 + plan.number * 7)}`,
    quantity: plan.quantity,
    priority: plan.priority,
    plannedStart: dayFrom(now, plan.starts),
    dueDate: dayFrom(now, plan.due),
    promisedDate: plan.number % 3 === 0 ? dayFrom(now, plan.due + 1) : null,
    ...extras,
  });
  const [whole, ...inside] = plan.parts;
  const first = await placePart(call, masters, order.id, null, whole!, now);
  const parts = [first];
  for (const part of inside) parts.push(await placePart(call, masters, order.id, first.partId, part, now));
  return { ...order, parts };
}

/** Releases a draft order. */
export const releaseOrder = async (call: DemoCall, { id, version }: SavedRow): Promise<void> => {
  await call('/mes/order/release', { id, version });
};
