import type { ReportPermission } from '#shared/kernel/report.ts';
import { content, wordsOf, type DemoGroup } from './content.ts';
import { idOf, saveAll, type DemoCall, type Ids, type SavedRow } from './demo-call.ts';
import { demoPeople } from './people.ts';
import { seedTechnology } from './technology.ts';
import { seedOrganisation } from './organisation.ts';
import { demoWords } from './words.ts';

/** The ids of the rows that orders refer to. Crafts are listed by name, all others by code. */
export interface Masters {
  groups: Ids;
  devices: Ids;
  people: Ids;
  crafts: Ids;
  customers: Ids;
}

const basic = '/mes/system/basic';

/** Returns the devices of a group. */
export const devicesOf = (group: DemoGroup): { code: string; name: string; brand: string | null }[] =>
  group.devices
    .flatMap(([name, brand, count]) =>
      Array.from({ length: count }, (_, index) => ({
        name: count > 1 ? `${name} ${index + 1}` : name,
        brand,
      })),
    )
    .map((one, index) => ({ ...one, code: `${group.letter}-${String(index + 1).padStart(2, '0')}` }));

/** Maps the name of a craft to its work group. */
export const groupOf = new Map<string, DemoGroup>(
  content.groups.flatMap((group: DemoGroup) => wordsOf(group.crafts).map((name) => [name, group] as const)),
);

/**
 * The assumed standard minutes per piece of a craft that a user has added to the demonstration
 * factory.
 */
const UNKNOWN_MINUTES = 6;

/**
 * Returns the standard minutes per piece of a craft. They are in the range of its group, and are
 * the same at every call.
 */
export function minutesOf(craft: string): number {
  const group = groupOf.get(craft);
  if (!group) return UNKNOWN_MINUTES;
  const [from, to] = group.minutes;
  const index = wordsOf(group.crafts).indexOf(craft);
  return from + ((index * 5) % (to - from + 1));
}

async function seedPeople(call: DemoCall, departments: Ids, groups: Ids, words: Ids): Promise<Ids> {
  const ofReports = (await call<ReportPermission[]>('/mes/form/permissions', {})).map(({ code }) => code);
  const roles = await saveAll(
    call,
    `${basic}/role`,
    content.roles,
    (row) => row.name,
    ({ name, permissions, readsReports }) => ({
      name,
      permissions: [...permissions, ...(readsReports ? ofReports : [])].map((permission) => ({ permission })),
    }),
  );
  return saveAll(
    call,
    `${basic}/employee`,
    demoPeople(),
    (row) => row.code,
    ({ code, name, group, role, department, isHead }) => ({
      code,
      name,
      badgeCode: code,
      roleIds: [idOf(roles, role)],
      workGroupId: group && idOf(groups, group),
      departmentId: idOf(departments, department),
      departmentalRole: isHead ? 'head' : 'staff',
      normalCapacity: 11,
      wageGradeId: idOf(words, isHead ? 'B' : 'A'),
    }),
  );
}

async function seedCrafts(call: DemoCall, costTypeId: number): Promise<Ids> {
  const made = content.groups.flatMap((group: DemoGroup) =>
    wordsOf(group.crafts).map((name, index) => ({
      code: `${group.letter}${String(index + 1).padStart(2, '0')}`,
      name,
      craftType: group.craftType,
      costTypeId,
      preparationMinutes: 10 + ((index * 5) % 25),
      deviceMinutes: group.ratio === null ? null : minutesOf(name),
      manpowerMinutes: group.ratio === null ? minutesOf(name) : null,
      manMachineRatio: group.ratio,
      transferMinutes: 10,
      // In every second craft, the next process may begin before the last piece is finished.
      leapfrogAllowed: index % 2 === 0,
    })),
  );
  const others = Object.entries(content.otherCrafts).flatMap(([craftType, list]) =>
    wordsOf(list).map((name, index) => ({
      code: `${craftType === 'design' ? 'D' : 'W'}${String(index + 1).padStart(2, '0')}`,
      name,
      craftType,
      schedulingAttribute: 'fixedDays',
      presetDays: craftType === 'design' ? 1 : 3,
    })),
  );
  return saveAll(
    call,
    `${basic}/crafts`,
    [...made, ...others],
    (row) => row.name,
    (row) => row,
  );
}

/** Adds crafts, capacity, production line and job levels to the work groups. */
async function completeGroups(
  call: DemoCall,
  groups: Ids,
  crafts: Ids,
  lines: Ids,
  people: Ids,
): Promise<void> {
  const levels = new Map(demoPeople().map((one) => [idOf(people, one.code), one.jobLevel]));
  for (const group of content.groups as readonly DemoGroup[]) {
    const row = await call<SavedRow & { staff: { employeeId: number; workAttribute: string }[] }>(
      `${basic}/group/get`,
      { id: idOf(groups, group.code) },
    );
    const count = devicesOf(group).length;
    await call(`${basic}/group/save`, {
      id: row.id,
      version: row.version,
      craftIds: wordsOf(group.crafts).map((name) => idOf(crafts, name)),
      productionLineIds: [idOf(lines, group.line)],
      normalCapacity: count * 20,
      maximumCapacity: count * 23,
      budgetCapacity: count * 18,
      staff: row.staff.map(({ employeeId, workAttribute }) => ({
        employeeId,
        workAttribute,
        jobLevel: levels.get(employeeId),
      })),
    });
  }
}

/**
 * Fills an empty factory with everything that orders, reports and calls refer to.
 * @param since the first day on which the calendar and the rates are valid
 */
export async function seedMasters(call: DemoCall, since: string): Promise<Masters> {
  const words = await saveAll(
    call,
    '/mes/system/classify',
    demoWords,
    (row) => row.name,
    (row) => row,
  );
  const departments = new Map<string, number>();
  for (const { code, name, parent } of content.departments) {
    const parentId = parent && idOf(departments, parent);
    departments.set(code, (await call<SavedRow>(`${basic}/department/save`, { code, name, parentId })).id);
  }
  const groups = await saveAll(
    call,
    `${basic}/group`,
    content.groups,
    (row) => row.code,
    ({ code, name }) => ({ code, name }),
  );
  const devices = await saveAll(
    call,
    `${basic}/device`,
    content.groups.flatMap((group: DemoGroup) =>
      devicesOf(group).map((one) => ({ ...one, group: group.code })),
    ),
    (row) => row.code,
    ({ group, ...row }) => ({
      ...row,
      workGroupId: idOf(groups, group),
      normalCapacity: 20,
      maximumCapacity: 23,
    }),
  );
  const people = await seedPeople(call, departments, groups, words);
  const { costType, lines, customers } = await seedOrganisation(call, groups, people, words, since);
  const crafts = await seedCrafts(call, costType);
  await completeGroups(call, groups, crafts, lines, people);
  await seedTechnology(call, crafts, costType, idOf(departments, 'TOOL'), since);
  return { groups, devices, people, crafts, customers };
}
