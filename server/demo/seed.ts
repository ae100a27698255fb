import { content } from './content.ts';
import { pastReports, type SeededOrder } from './past.ts';

/** Calls the product's public API as the administrator of the demonstration factory. */
export type DemoCall = <T>(path: string, fields: Record<string, unknown>) => Promise<T>;

interface Made {
  id: number;
  version: number;
}
type Ids = Map<string, number>;

const DAY_MS = 86_400_000;
const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
const idOf = (ids: Ids, code: string): number => {
  const id = ids.get(code);
  if (id === undefined) throw new Error(`The demonstration data has no ${code}`);
  return id;
};

async function saveAll<T extends object>(
  call: DemoCall,
  path: string,
  rows: readonly T[],
  codeOf: (row: T) => string,
  fields: (row: T) => Record<string, unknown>,
): Promise<Ids> {
  const ids: Ids = new Map();
  for (const row of rows) ids.set(codeOf(row), (await call<Made>(`${path}/save`, fields(row))).id);
  return ids;
}

async function seedMasters(call: DemoCall) {
  const basic = '/mes/system/basic';
  const departments: Ids = new Map();
  for (const { code, name, parent } of content.departments) {
    const made = await call<Made>(`${basic}/department/save`, {
      code,
      name,
      parentId: parent && idOf(departments, parent),
    });
    departments.set(code, made.id);
  }
  const roles = await saveAll(
    call,
    `${basic}/role`,
    content.roles,
    (row) => row.name,
    ({ name, permissions }) => ({
      name,
      permissions: permissions.map((permission) => ({ permission })),
    }),
  );
  const groups = await saveAll(
    call,
    `${basic}/group`,
    content.groups,
    (row) => row.code,
    ({ code, name }) => ({ code, name }),
  );
  const departmentOf = new Map<string, string>(content.groups.map((group) => [group.code, group.department]));
  const devices = await saveAll(
    call,
    `${basic}/device`,
    content.devices,
    (row) => row.code,
    ({ code, name, brand, group }) => ({
      code,
      name,
      brand,
      workGroupId: idOf(groups, group),
      normalCapacity: 16,
      maximumCapacity: 22,
    }),
  );
  const people = await saveAll(
    call,
    `${basic}/employee`,
    content.people,
    (row) => row.code,
    ({ code, name, group, role }) => ({
      code,
      name,
      roleIds: [idOf(roles, role)],
      workGroupId: group && idOf(groups, group),
      departmentId: idOf(departments, group ? departmentOf.get(group)! : 'PLAN'),
      departmentalRole: role === '班组长' ? 'head' : 'staff',
      normalCapacity: 8,
    }),
  );
  const crafts = await saveAll(
    call,
    `${basic}/crafts`,
    content.crafts,
    (row) => row.code,
    (row) => ({
      code: row.code,
      name: row.name,
      craftType: row.type,
      preparationMinutes: 20,
      deviceMinutes: 'device' in row ? row.device : null,
      manpowerMinutes: 'man' in row ? row.man : null,
      manMachineRatio: 'ratio' in row ? row.ratio : null,
    }),
  );
  const customers = await saveAll(
    call,
    `${basic}/customer`,
    content.customers,
    (row) => row.code,
    (row) => ({ ...row }),
  );
  await saveAll(
    call,
    '/mes/system/classify',
    content.errorClasses,
    (row) => row.code,
    (row) => ({ ...row, classId: 'errorClass' }),
  );
  return { groups, devices, people, crafts, customers };
}
type Masters = Awaited<ReturnType<typeof seedMasters>>;

/** A part with its routing; its processes are planned to end on consecutive days up to the due date. */
async function seedPart(
  call: DemoCall,
  masters: Masters,
  order: { id: number; due: number; now: Date },
  part: {
    code: string;
    name: string;
    routing: readonly string[];
    quantity: number;
    quantityPer?: number;
    parentId?: number;
  },
): Promise<{ partId: number; processes: SeededOrder['processes'] }> {
  const { routing, ...fields } = part;
  const made = await call<Made>('/mes/order/part/save', { orderId: order.id, ...fields });
  const processes: SeededOrder['processes'] = [];
  for (const [index, code] of routing.entries()) {
    const craft = content.crafts.find((one) => one.code === code)!;
    const process = await call<Made>('/mes/process/save', {
      partId: made.id,
      seq: (index + 1) * 10,
      craftId: idOf(masters.crafts, code),
      workGroupId: idOf(masters.groups, craft.group),
      plannedEnd: dayFrom(order.now, order.due - (routing.length - 1 - index)),
    });
    processes.push({
      id: process.id,
      minutes: 'device' in craft ? craft.device : craft.man,
      devices: content.devices
        .filter((one) => one.group === craft.group)
        .map((one) => idOf(masters.devices, one.code)),
      people: content.people
        .filter((one) => one.group === craft.group)
        .map((one) => idOf(masters.people, one.code)),
      usesDevice: 'device' in craft,
    });
  }
  return { partId: made.id, processes };
}

async function seedOrder(call: DemoCall, masters: Masters, number: number, now: Date): Promise<SeededOrder> {
  const assembly = number % 5 === 4;
  const product = content.products[number % content.products.length]!;
  // Assemblies have barely begun; of the others some are due today, some tomorrow, a few are late.
  const due = assembly ? 8 + (number % 4) : (number % 7) - 1;
  const quantity = [24, 40, 32, 16, 48, 20][number % 6]!;
  const what = assembly ? content.assembly : product;
  const order = await call<Made>('/mes/order/save', {
    code: `WO-${dayFrom(now, 0).slice(2, 7).replace('-', '')}-${String(number + 1).padStart(3, '0')}`,
    name: what.name,
    customerId: [...masters.customers.values()][number % masters.customers.size],
    quantity,
    priority: (number % 9) + 1,
    plannedStart: dayFrom(now, due - 6),
    dueDate: dayFrom(now, due),
  });
  const at = { id: order.id, due, now };
  let processes: SeededOrder['processes'];
  if (assembly) {
    const { parts, ...assembled } = content.assembly;
    const whole = await seedPart(call, masters, at, { ...assembled, quantity });
    for (const [code, per] of parts) {
      const { name, routing } = content.products.find((one) => one.code === code)!;
      await seedPart(
        call,
        masters,
        { ...at, due: due - 2 },
        { code, name, routing, quantity: quantity * per, quantityPer: per, parentId: whole.partId },
      );
    }
    processes = [];
  } else {
    processes = (await seedPart(call, masters, at, { ...product, quantity })).processes;
  }
  // The last few stay drafts: a planner's first click is to release one.
  if (number < 17) await call('/mes/order/release', { id: order.id, version: order.version });
  // What should have ended by today has begun; one order in six hangs behind.
  const begun = processes.filter((_, step) => due - (processes.length - 1 - step) <= 0).length;
  return { quantity, processes: number < 16 ? processes : [], ahead: number % 6 === 5 ? begun - 1 : begun };
}

/** How many orders the demonstration factory begins with. */
const ORDERS = 20;
/** How many reports one import call takes. */
const BATCH = 500;

/** Fills an empty factory with masters, orders and the reports of the last two days, through the public API. */
export async function seedDemo(call: DemoCall, now: Date, zone: string): Promise<void> {
  const masters = await seedMasters(call);
  const orders: SeededOrder[] = [];
  for (let number = 0; number < ORDERS; number++) orders.push(await seedOrder(call, masters, number, now));
  const past = pastReports(orders, now, zone);
  for (let from = 0; from < past.length; from += BATCH) {
    await call('/mes/report/import', {
      source: 'demo',
      rows: JSON.stringify(past.slice(from, from + BATCH)),
    });
  }
}
