import { demoSheet } from './words.ts';
import { content, type DemoGroup } from './content.ts';
import { idOf, saveAll, type DemoCall, type Ids, type SavedRow } from './demo-call.ts';
import { demoPeople } from './people.ts';

const basic = '/mes/system/basic';

/**
 * The escalation rules of calls. A call rises to `level` if its current step takes longer than
 * `afterMinutes`.
 */
const RULES = [
  { name: '5 分钟未响应', step: 'acknowledge', afterMinutes: 5, level: 1 },
  { name: '15 分钟未响应', step: 'acknowledge', afterMinutes: 15, level: 2 },
  { name: '20 分钟未到场', step: 'arrive', afterMinutes: 20, level: 2 },
  { name: '60 分钟未解决', step: 'solve', afterMinutes: 60, level: 3 },
] as const;

/** The month and day, and the name, of the paid public holidays. */
const HOLIDAYS = [
  ['01-01', '元旦'],
  ['05-01', '劳动节'],
  ['10-01', '国庆节'],
  ['10-02', '国庆节'],
  ['10-03', '国庆节'],
] as const;

/**
 * Creates a day shift and a night shift for every day of the week, and assigns each worker to one
 * of them.
 */
async function seedCalendar(call: DemoCall, people: Ids, validFrom: string): Promise<void> {
  const { code, name, day, night, from, to } = content.shifts;
  const table = await call<SavedRow>('/mes/system/classTable/save', {
    code,
    name,
    shifts: [
      { name: day, startsAt: from, endsAt: to },
      { name: night, startsAt: to, endsAt: from, rate: 1.2 },
    ],
    breaks: content.breaks.map(([startsAt, endsAt]) => ({ startsAt, endsAt })),
  });
  await call('/mes/system/roster/save', { classTableId: table.id, validFrom });
  const year = Number(validFrom.slice(0, 4));
  for (const one of [year, year + 1])
    for (const [day, holiday] of HOLIDAYS)
      await call('/mes/system/holiday/save', { kind: 'statutory', date: `${one}-${day}`, name: holiday });
  for (const person of demoPeople().filter((one) => one.group !== null)) {
    await call('/mes/system/roster/save', {
      classTableId: table.id,
      shiftName: person.isNight ? night : day,
      validFrom,
      employeeId: idOf(people, person.code),
    });
  }
}

async function seedMaterials(call: DemoCall, words: Ids): Promise<void> {
  const units = await saveAll(
    call,
    `${basic}/unit`,
    content.units,
    (row) => row.code,
    (row) => ({ ...row }),
  );
  await saveAll(
    call,
    `${basic}/material`,
    content.materials.map(([name, defaultSpec, unit, standardPrice], index) => ({
      code: `M${String(index + 1).padStart(3, '0')}`,
      name,
      defaultSpec,
      unitId: idOf(units, unit),
      standardPrice,
    })),
    (row) => row.code,
    (row) => row,
  );
  await saveAll(
    call,
    `${basic}/supplier`,
    content.suppliers,
    (row) => row.code,
    ({ region, ...row }) => ({ ...row, regionId: idOf(words, region) }),
  );
}

/**
 * Creates the calendar, materials, suppliers, customers, storage locations, terminals and the
 * escalation rules of calls.
 */
export async function seedOrganisation(
  call: DemoCall,
  groups: Ids,
  people: Ids,
  words: Ids,
  since: string,
): Promise<{ costType: number; lines: Ids; customers: Ids }> {
  await seedCalendar(call, people, since);
  await seedMaterials(call, words);
  const groupRows = content.groups as readonly DemoGroup[];
  for (const group of groupRows) {
    const workGroupId = idOf(groups, group.code);
    for (const [side, what] of [
      ['A', '待加工'],
      ['B', '已完工'],
    ])
      await call(`${basic}/shelf/save`, {
        code: `${group.letter}${side}`,
        name: `${group.name}${what}架`,
        workGroupId,
      });
    await call(`${basic}/terminal/save`, { code: `K-${group.code}`, name: `${group.name}终端`, workGroupId });
  }
  await call('/mes/system/customForm/save', { ...demoSheet });
  for (const rule of RULES) await call('/mes/system/callRule/save', { ...rule });
  const rates = [{ validFrom: since, deviceHourRate: 45, manHourRate: 38 }];
  const costType = (await call<SavedRow>(`${basic}/costType/save`, { code: 'JG', name: '加工费', rates })).id;
  const lines = await saveAll(
    call,
    `${basic}/productionLine`,
    content.lines,
    (row) => row.code,
    (row) => ({ ...row }),
  );
  const customers = await saveAll(
    call,
    `${basic}/customer`,
    content.customers,
    (row) => row.code,
    ({ region, ...row }) => ({ ...row, regionId: idOf(words, region) }),
  );
  return { costType, lines, customers };
}
