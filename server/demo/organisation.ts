import { addDays } from '#shared/rules/days.ts';
import { WEEKDAYS, type Weekday } from '#shared/rules/weekday.ts';
import { demoCustomForm } from './words.ts';
import { demoContent, type DemoWorkGroup } from './content.ts';
import {
  getIdByCode,
  saveRows,
  type DemoApiCall,
  type DemoStartDays,
  type IdsByCode,
  type SavedRow,
} from './demo-call.ts';
import { listDemoPeople } from './people.ts';

const BASIC_DATA_API_PATH = '/mes/system/basic';

/** The escalation rules of calls. A call rises to `level` if it waits longer than `afterMinutes` for `step`. */
const ESCALATION_RULES = [
  { name: '5 分钟未响应', step: 'acknowledge', afterMinutes: 5, level: 1 },
  { name: '15 分钟未响应', step: 'acknowledge', afterMinutes: 15, level: 2 },
  { name: '20 分钟未到场', step: 'arrive', afterMinutes: 20, level: 2 },
  { name: '60 分钟未解决', step: 'solve', afterMinutes: 60, level: 3 },
] as const;

/** The rules by which alarms are raised automatically. */
const ALARM_RULES = [
  {
    name: '异常呼叫无人响应',
    measure: 'callUnansweredMinutes',
    limitValue: 15,
    severity: 'critical',
  },
  {
    name: '本班报废率偏高',
    measure: 'shiftScrapRate',
    limitValue: 8,
    clearValue: 6,
    forMinutes: 5,
  },
  {
    name: '班组长时间无报工',
    measure: 'groupSilentMinutes',
    limitValue: 120,
    sound: false,
  },
] as const;

/** The user of a customer in the demonstration factory. */
export const DEMO_CUSTOMER_USER = { customerCode: 'K01', code: 'buyer', name: '采购员 陈工' } as const;

/** The number of days from the first start until the first weekly rest day. */
const DAYS_UNTIL_REST = 3;

/**
 * Returns the weekly rest day. It is neither today nor one of the three days before today, because the
 * demonstration has reports of these days.
 */
export function getRestDay(today: string): Weekday {
  const weekdayFromSunday = new Date(addDays(today, DAYS_UNTIL_REST)).getUTCDay();
  return WEEKDAYS[(weekdayFromSunday + 6) % 7]!;
}

/** The public holidays, each with its month and day, and its name. */
const HOLIDAYS = [
  ['01-01', '元旦'],
  ['05-01', '劳动节'],
  ['10-01', '国庆节'],
  ['10-02', '国庆节'],
  ['10-03', '国庆节'],
] as const;

/**
 * Creates a class table with a day shift and a night shift, the public holidays, and the weekly rest day. It
 * also creates the roster of the factory, and a roster for each worker with one of the two shifts.
 */
async function seedCalendarAndRosters(
  call: DemoApiCall,
  people: IdsByCode,
  { today, firstValidDay: validFrom }: DemoStartDays,
): Promise<void> {
  const { code, name, day, night, from, to } = demoContent.shifts;
  const classTable = await call<SavedRow>('/mes/system/classTable/save', {
    code,
    name,
    shifts: [
      { name: day, startsAt: from, endsAt: to },
      { name: night, startsAt: to, endsAt: from, rate: 1.2 },
    ],
    breaks: demoContent.breaks.map(([startsAt, endsAt]) => ({ startsAt, endsAt })),
  });
  await call('/mes/system/roster/save', { classTableId: classTable.id, validFrom });
  const year = Number(validFrom.slice(0, 4));
  for (const holidayYear of [year, year + 1])
    for (const [monthAndDay, holidayName] of HOLIDAYS)
      await call('/mes/system/holiday/save', {
        kind: 'statutory',
        date: `${holidayYear}-${monthAndDay}`,
        name: holidayName,
      });
  await call('/mes/system/holiday/save', { kind: 'weeklyRest', weekday: getRestDay(today), name: '厂休日' });
  for (const person of listDemoPeople().filter((candidate) => candidate.group !== null)) {
    await call('/mes/system/roster/save', {
      classTableId: classTable.id,
      shiftName: person.isNight ? night : day,
      validFrom,
      employeeId: getIdByCode(people, person.code),
    });
  }
}

/** @returns the ids of the materials */
async function seedMaterialsAndSuppliers(call: DemoApiCall, classifications: IdsByCode): Promise<IdsByCode> {
  const units = await saveRows(
    call,
    `${BASIC_DATA_API_PATH}/unit`,
    demoContent.units,
    (row) => row.code,
    (row) => ({ ...row }),
  );
  const materials = await saveRows(
    call,
    `${BASIC_DATA_API_PATH}/material`,
    demoContent.materials.map(([name, defaultSpec, unit, standardPrice], index) => ({
      code: `M${String(index + 1).padStart(3, '0')}`,
      name,
      defaultSpec,
      unitId: getIdByCode(units, unit),
      standardPrice,
    })),
    (row) => row.code,
    (row) => row,
  );
  await saveRows(
    call,
    `${BASIC_DATA_API_PATH}/supplier`,
    demoContent.suppliers,
    (row) => row.code,
    ({ region, ...row }) => ({ ...row, regionId: getIdByCode(classifications, region) }),
  );
  return materials;
}

/**
 * Creates the calendar, materials, suppliers, customers, one customer user, shelves, terminals, the
 * custom form, the cost type with its rates, production lines, the escalation rules of calls, and the
 * alarm rules.
 */
export async function seedOrganisation(
  call: DemoApiCall,
  groups: IdsByCode,
  people: IdsByCode,
  classifications: IdsByCode,
  days: DemoStartDays,
): Promise<{ costTypeId: number; lines: IdsByCode; customers: IdsByCode; materials: IdsByCode }> {
  await seedCalendarAndRosters(call, people, days);
  const materials = await seedMaterialsAndSuppliers(call, classifications);
  const groupRows = demoContent.groups as readonly DemoWorkGroup[];
  for (const group of groupRows) {
    const workGroupId = getIdByCode(groups, group.code);
    for (const [side, shelfContent] of [
      ['A', '待加工'],
      ['B', '已完工'],
    ])
      await call(`${BASIC_DATA_API_PATH}/shelf/save`, {
        code: `${group.letter}${side}`,
        name: `${group.name}${shelfContent}架`,
        workGroupId,
      });
    await call(`${BASIC_DATA_API_PATH}/terminal/save`, {
      code: `K-${group.code}`,
      name: `${group.name}终端`,
      workGroupId,
    });
  }
  await call('/mes/system/customForm/save', { ...demoCustomForm });
  for (const rule of ESCALATION_RULES) await call('/mes/system/callRule/save', { ...rule });
  for (const rule of ALARM_RULES) await call('/mes/system/alarmRule/save', { ...rule });
  const rates = [{ validFrom: days.firstValidDay, deviceHourRate: 45, manHourRate: 38 }];
  const costTypeId = (
    await call<SavedRow>(`${BASIC_DATA_API_PATH}/costType/save`, { code: 'JG', name: '加工费', rates })
  ).id;
  const lines = await saveRows(
    call,
    `${BASIC_DATA_API_PATH}/productionLine`,
    demoContent.lines,
    (row) => row.code,
    (row) => ({ ...row }),
  );
  const customers = await saveRows(
    call,
    `${BASIC_DATA_API_PATH}/customer`,
    demoContent.customers,
    (row) => row.code,
    ({ region, ...row }) => ({ ...row, regionId: getIdByCode(classifications, region) }),
  );
  const { customerCode, ...user } = DEMO_CUSTOMER_USER;
  await call(`${BASIC_DATA_API_PATH}/customerUser/save`, {
    ...user,
    customerId: getIdByCode(customers, customerCode),
  });
  return { costTypeId, lines, customers, materials };
}
