import type { ReportPermission } from '#shared/kernel/report.ts';
import { demoContent, splitAtSpaces, type DemoWorkGroup } from './content.ts';
import {
  getIdByCode,
  saveRows,
  type DemoApiCall,
  type DemoStartDays,
  type IdsByCode,
  type SavedRow,
} from './demo-call.ts';
import { listDemoPeople } from './people.ts';
import { demoRoles } from './roles.ts';
import { seedGaugeStudy, seedGauges } from './quality/gauges.ts';
import { seedProcessAndPlanningData } from './technology.ts';
import { seedOrganisation } from './organisation.ts';
import { DEMO_REPORT_WAYS } from './report-ways.ts';
import { DEMO_WAGE_GRADES, demoClassifications } from './words.ts';

/** The ids of the rows that orders refer to. The key of a craft is its name, the key of any other row is its code. */
export interface MasterDataIds {
  groups: IdsByCode;
  devices: IdsByCode;
  people: IdsByCode;
  crafts: IdsByCode;
  customers: IdsByCode;
  materials: IdsByCode;
}

/**
 * The ids of a factory that has just been filled. They include the ids of its classifications, by name, and
 * the ids of its master plan nodes.
 */
export interface SeededMasterData extends MasterDataIds {
  classifications: IdsByCode;
  planNodes: IdsByCode;
}

const BASIC_DATA_API_PATH = '/mes/system/basic';

export const listDemoDevices = (
  group: DemoWorkGroup,
): { code: string; name: string; brand: string | null }[] =>
  group.devices
    .flatMap(([name, brand, count]) =>
      Array.from({ length: count }, (_, index) => ({
        name: count > 1 ? `${name} ${index + 1}` : name,
        brand,
      })),
    )
    .map((device, index) => ({ ...device, code: `${group.letter}-${String(index + 1).padStart(2, '0')}` }));

/** Maps the name of a craft to its work group. */
export const groupsByCraft = new Map<string, DemoWorkGroup>(
  demoContent.groups.flatMap((group: DemoWorkGroup) =>
    splitAtSpaces(group.crafts).map((name) => [name, group] as const),
  ),
);

/** The standard minutes per piece that are assumed for a craft that users have added to the demonstration factory. */
const UNKNOWN_CRAFT_MINUTES = 6;

/**
 * Returns the standard minutes per piece of a craft, in the range of its group. A craft always gets the same
 * value.
 */
export function getStandardMinutes(craft: string): number {
  const group = groupsByCraft.get(craft);
  if (!group) return UNKNOWN_CRAFT_MINUTES;
  const [from, to] = group.minutes;
  const index = splitAtSpaces(group.crafts).indexOf(craft);
  return from + ((index * 5) % (to - from + 1));
}

/**
 * The craft that a new user reports in the first steps of the README and of the home page. Its work may start out of
 * the released sequence, so that the terminal asks for no reason.
 */
const FREE_CRAFT = '车外圆';

/** Creates the wage setting and the wage grades. @returns the ids of the grades by code */
async function seedWages(call: DemoApiCall, validFrom: string): Promise<IdsByCode> {
  await call(`${BASIC_DATA_API_PATH}/wageSetting/save`, {});
  return saveRows(
    call,
    `${BASIC_DATA_API_PATH}/wageGrade`,
    DEMO_WAGE_GRADES,
    (row) => row.code,
    ({ code, hourRate }) => ({ code, name: code, rates: [{ validFrom, hourRate }] }),
  );
}

async function seedRolesAndPeople(
  call: DemoApiCall,
  departments: IdsByCode,
  groups: IdsByCode,
  wageGrades: IdsByCode,
): Promise<IdsByCode> {
  const reportPermissions = (await call<ReportPermission[]>('/mes/form/permissions', {}))
    .map(({ code }) => code)
    .filter((code) => code !== 'REPORT_FORM_COST_REPORT_DETAILS');
  const roles = await saveRows(
    call,
    `${BASIC_DATA_API_PATH}/role`,
    demoRoles,
    (row) => row.name,
    ({ name, homePreset, permissions, readsReports }) => ({
      name,
      homePreset,
      permissions: [...permissions, ...(readsReports ? reportPermissions : [])].map((permission) => ({
        permission,
      })),
    }),
  );
  return saveRows(
    call,
    `${BASIC_DATA_API_PATH}/employee`,
    listDemoPeople(),
    (row) => row.code,
    ({ code, badge, name, group, role, department, isHead }) => ({
      code,
      name,
      badgeCode: badge,
      roleIds: [getIdByCode(roles, role)],
      workGroupId: group && getIdByCode(groups, group),
      departmentId: getIdByCode(departments, department),
      departmentalRole: isHead ? 'head' : 'staff',
      normalCapacity: 11,
      wageGradeId: getIdByCode(wageGrades, isHead ? 'B' : 'A'),
    }),
  );
}

async function seedCrafts(call: DemoApiCall, costTypeId: number): Promise<IdsByCode> {
  const groupCrafts = demoContent.groups.flatMap((group: DemoWorkGroup) =>
    splitAtSpaces(group.crafts).map((name, index) => ({
      code: `${group.letter}${String(index + 1).padStart(2, '0')}`,
      name,
      craftType: group.craftType,
      costTypeId,
      preparationMinutes: 10 + ((index * 5) % 25),
      deviceMinutes: group.ratio === null ? null : getStandardMinutes(name),
      manpowerMinutes: group.ratio === null ? getStandardMinutes(name) : null,
      manMachineRatio: group.ratio,
      transferMinutes: 10,
      // Processes of every second craft may begin before earlier processes are finished.
      leapfrogAllowed: index % 2 === 0 || name === FREE_CRAFT,
      ...DEMO_REPORT_WAYS[name],
    })),
  );
  const otherCrafts = Object.entries(demoContent.otherCrafts).flatMap(([craftType, names]) =>
    splitAtSpaces(names).map((name, index) => ({
      code: `${craftType === 'design' ? 'D' : 'W'}${String(index + 1).padStart(2, '0')}`,
      name,
      craftType,
      schedulingAttribute: 'fixedDays',
      presetDays: craftType === 'design' ? 1 : 3,
    })),
  );
  return saveRows(
    call,
    `${BASIC_DATA_API_PATH}/crafts`,
    [...groupCrafts, ...otherCrafts],
    (row) => row.name,
    (row) => row,
  );
}

/** Adds crafts, capacities and production lines to the work groups, and job levels to their staff. */
async function completeWorkGroups(
  call: DemoApiCall,
  groups: IdsByCode,
  crafts: IdsByCode,
  lines: IdsByCode,
  people: IdsByCode,
  classifications: IdsByCode,
): Promise<void> {
  const jobLevelIdsByEmployee = new Map(
    listDemoPeople().map(({ code, jobLevel }) => [
      getIdByCode(people, code),
      jobLevel === null ? null : getIdByCode(classifications, jobLevel),
    ]),
  );
  for (const group of demoContent.groups as readonly DemoWorkGroup[]) {
    const row = await call<SavedRow & { staff: { employeeId: number; workAttribute: string }[] }>(
      `${BASIC_DATA_API_PATH}/group/get`,
      { id: getIdByCode(groups, group.code) },
    );
    const deviceCount = listDemoDevices(group).length;
    await call(`${BASIC_DATA_API_PATH}/group/save`, {
      id: row.id,
      version: row.version,
      craftIds: splitAtSpaces(group.crafts).map((name) => getIdByCode(crafts, name)),
      productionLineIds: [getIdByCode(lines, group.line)],
      normalCapacity: deviceCount * 20,
      maximumCapacity: deviceCount * 23,
      budgetCapacity: deviceCount * 18,
      staff: row.staff.map(({ employeeId, workAttribute }) => ({
        employeeId,
        workAttribute,
        jobLevelId: jobLevelIdsByEmployee.get(employeeId) ?? null,
      })),
    });
  }
}

/**
 * Creates the master data in an empty factory.
 * @returns the ids of the rows that orders refer to
 */
export async function seedMasterData(call: DemoApiCall, days: DemoStartDays): Promise<SeededMasterData> {
  const errorClassGroups = await saveRows(
    call,
    '/mes/system/classify',
    demoContent.errorClassGroups,
    ([code]) => code,
    ([code, name]) => ({ classId: 'errorClass', code, name }),
  );
  const classifications = await saveRows(
    call,
    '/mes/system/classify',
    demoClassifications,
    (row) => row.name,
    (row) => ({
      ...row,
      parentId: errorClassGroups.get(
        demoContent.errorClassGroups.find(([, , codes]) => codes.some((code) => code === row.code))?.[0] ??
          '',
      ),
    }),
  );
  const departments = new Map<string, number>();
  for (const { code, name, parent } of demoContent.departments) {
    const parentId = parent && getIdByCode(departments, parent);
    departments.set(
      code,
      (await call<SavedRow>(`${BASIC_DATA_API_PATH}/department/save`, { code, name, parentId })).id,
    );
  }
  const groups = await saveRows(
    call,
    `${BASIC_DATA_API_PATH}/group`,
    demoContent.groups,
    (row) => row.code,
    ({ code, name, department }) => ({ code, name, departmentId: getIdByCode(departments, department) }),
  );
  const devices = await saveRows(
    call,
    `${BASIC_DATA_API_PATH}/device`,
    demoContent.groups.flatMap((group: DemoWorkGroup) =>
      listDemoDevices(group).map((device) => ({ ...device, group: group.code })),
    ),
    (row) => row.code,
    ({ group, ...row }) => ({
      ...row,
      workGroupId: getIdByCode(groups, group),
      normalCapacity: 20,
      maximumCapacity: 23,
    }),
  );
  const wageGrades = await seedWages(call, days.firstValidDay);
  const people = await seedRolesAndPeople(call, departments, groups, wageGrades);
  const { costTypeId, lines, customers, materials } = await seedOrganisation(
    call,
    groups,
    people,
    classifications,
    days,
  );
  const crafts = await seedCrafts(call, costTypeId);
  await completeWorkGroups(call, groups, crafts, lines, people, classifications);
  const planNodes = await seedProcessAndPlanningData(
    call,
    crafts,
    costTypeId,
    getIdByCode(departments, 'TOOL'),
    days.firstValidDay,
    classifications,
  );
  const gauges = await seedGauges(call, classifications, days.today);
  const inspectors = listDemoPeople().filter(({ group }) => group === 'INSP');
  await seedGaugeStudy(
    call,
    getIdByCode(gauges, 'WJ-01'),
    inspectors.slice(0, 3).map(({ code }) => getIdByCode(people, code)),
  );
  return { groups, devices, people, crafts, customers, materials, classifications, planNodes };
}
