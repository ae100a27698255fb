import { VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { entities, type EntityName } from '#shared/entities/index.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { GUIDE_AREAS } from '#shared/answers/guide.ts';
import { addDays } from '#shared/rules/days.ts';
import { makeRecord, unique, type Made } from './makers.ts';

/** Calls the MES as somebody who may do everything. */
type Call = <T>(path: string, fields: Record<string, unknown>) => Promise<T>;

/** One living row of every entity of a factory, by the entity's name. */
export type World = Record<EntityName, number>;

let days = 0;
/** A day long ago that was not used before. */
const nextDay = () => addDays('2001-01-01', days++);

/** Forms that can be arranged, each by a field that it has. */
const FORM_FIELDS = [
  ['part', 'spec'],
  ['workOrder', 'remark'],
  ['process', 'needBy'],
  ['project', 'remark'],
  ['workReport', 'remark'],
  ['qualityException', 'picture'],
] as const;
let forms = 0;
let guides = 0;

/** What a declaration cannot say: values that a hook asks for. */
const HOOKED: Partial<Record<EntityName, Made>> = {
  role: { permissions: [{ permission: 'TASK_REPORT' }] },
  factory: { zone: 'Asia/Shanghai', currency: 'CNY' },
  // Their roles are of another kind than the one at hand.
  customerUser: { roleIds: [] },
  supplierUser: { roleIds: [] },
  // Its people come with their own home group.
  workGroup: { staff: [] },
  callRule: { typeId: null, roleId: null },
  classTable: {
    shifts: [{ name: 'Day', startsAt: '08:00', endsAt: '20:00' }],
    breaks: [{ startsAt: '12:00', endsAt: '13:00' }],
  },
  formula: {
    inputs: [{ name: 'length', unit: 'mm', testValue: 2, meaning: null }],
    expression: 'length * 7.85',
  },
  materialColumnMapping: {
    columns: [
      { materialField: 'code', columnHeader: 'No.', defaultValue: null, factor: null },
      { materialField: 'name', columnHeader: 'Name', defaultValue: null, factor: null },
    ],
  },
  get costShareSetting() {
    return { validFrom: nextDay() };
  },
  // The one word of the world is an error class.
  workOrder: { orderTypeId: null },
  customer: { regionId: null },
  supplier: { regionId: null },
  employee: { wageGradeId: null },
  device: { producingAreaId: null },
  get formSetting() {
    const [form, field] = FORM_FIELDS[forms++ % FORM_FIELDS.length]!;
    return { form, fields: [{ field, shown: true }] };
  },
  get guideBook() {
    const place = guides++;
    return { area: GUIDE_AREAS[place % GUIDE_AREAS.length], language: LANGS[Math.floor(place / 12) % 4] };
  },
  customForm: { questions: [{ question: 'All well?', kind: 'textAnswer' }] },
  get customRecord() {
    return {
      recordedAt: new Date(Date.now() - 60_000).toISOString(),
      answers: [{ question: 'All well?', kind: 'textAnswer', answer: 'Yes' }],
    };
  },
  offlineFileSetting: { path: '/srv/drawings', respectiveRegion: 0 },
  offlineFileClassification: { respectiveRegion: 0 },
  // On any day one roster holds, and it is for one target; of a day it is spoken once.
  get roster() {
    const day = nextDay();
    const target = { employeeId: null, workGroupId: null, deviceId: null };
    return { ...target, shiftName: 'Day', validFrom: day, validUntil: day };
  },
  get holiday() {
    return { kind: 'rest', weekday: null, date: nextDay() };
  },
};

/** A template of one node waits for nothing. */
const withoutWaiting = (record: Made): Made => ({
  ...record,
  nodes: (record.nodes as Made[]).map((line) => ({ ...line, afterSeq: null })),
});

/** What is made of a declaration alone, and what its hook asks for. */
const completed = (entity: EntityDeclaration, record: Made): Made =>
  entity.name === 'masterPlanTemplate'
    ? withoutWaiting(record)
    : { ...record, ...HOOKED[entity.name as EntityName] };

/** What fields refer to; rows that they own are made with them. */
const targets = (fields: FieldMap): { to: EntityName; required: boolean }[] =>
  Object.values(fields).flatMap(({ to, of, required }) => [
    ...(to ? [{ to: to as EntityName, required }] : []),
    ...(of ? targets(of) : []),
  ]);

/** What has to be there before a row of an entity, and before that. */
function needed(name: EntityName, found = new Set<string>()): Set<string> {
  for (const { to, required } of targets(entities[name].fields)) {
    if (!required || found.has(to)) continue;
    found.add(to);
    needed(to, found);
  }
  return found;
}

/**
 * The entities in an order in which each comes after those that it refers to. Where two refer to each other, the one
 * that can do without the other comes first, however the registry has them.
 */
function inOrder(): EntityDeclaration[] {
  const sorted: EntityDeclaration[] = [];
  const visit = (entity: EntityDeclaration, above: readonly string[]) => {
    if (sorted.includes(entity) || above.includes(entity.name)) return;
    const waiting = [...above, entity.name];
    for (const { to, required } of targets(entity.fields)) {
      if (required || !waiting.some((name) => needed(to).has(name))) visit(entities[to], waiting);
    }
    sorted.push(entity);
  };
  for (const entity of Object.values<EntityDeclaration>(entities)) visit(entity, []);
  return sorted;
}

const marked = (entity: EntityDeclaration, record: Made, mark: string): Made =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      entity.fields[name]!.kind === 'text'
        ? `${mark}${String(value)}`.slice(0, entity.fields[name]!.max ?? 200)
        : value,
    ]),
  );

/** Of what a factory has one. */
const ONE: ReadonlySet<EntityName> = new Set(['factory', 'cycleScheduleSetting']);

/**
 * Makes one row of every entity, each referring to the others, and one report that is open on its process.
 * @param mark begins every text of it, so that it is known wherever it shows
 */
export async function makeWorld(call: Call, mark = ''): Promise<World> {
  const world: Partial<World> = {};
  for (const entity of inOrder()) {
    const name = entity.name as EntityName;
    if (!(entity.verbs ?? VERBS).includes('save')) continue;
    if (ONE.has(name)) {
      // Where it is there already, there is no other.
      const [there] = (await call<{ rows: { id: number }[] }>(`${entity.path}/page`, {})).rows;
      if (there) {
        world[name] = there.id;
        continue;
      }
    }
    const record = marked(
      entity,
      makeRecord(entity, (to) => world[to as EntityName] ?? null),
      mark,
    );
    const made = await call<{ id: number }>(`${entity.path}/save`, completed(entity, record));
    world[name] = made.id;
  }
  const order = await call<{ version: number }>('/mes/order/get', { id: world.workOrder });
  await call('/mes/order/release', { id: world.workOrder, version: order.version });
  await call('/mes/report/receive', { processId: world.process, quantity: 1 });
  // Long enough ago to be finished.
  const at = new Date(Date.now() - 10 * 60_000).toISOString();
  const started = await call<{ reportId: number }>('/mes/report/start', {
    processId: world.process,
    quantity: 0.5,
    people: [{ employeeId: world.employee, ratio: 100 }],
    at,
  });
  world.workReport = started.reportId;
  const column = await call<{ id: number }>(`${entities.customColumn.path}/save`, {
    owner: 'part',
    code: `${mark}${unique()}`,
    name: `${mark}Alloy`,
  });
  world.customColumn = column.id;
  const abnormal = await call<{ id: number }>('/mes/system/classify/save', {
    classId: 'abnormalType',
    code: `${mark}${unique()}`,
    name: `${mark}Tool broken`,
  });
  const raised = await call<{ id: number }>('/mes/andon/raise', {
    typeId: abnormal.id,
    deviceId: world.device,
    processId: world.process,
    description: `${mark}It smokes`,
  });
  world.abnormalCall = raised.id;
  // Something that is done and over, on a machine: what daily reports are made of.
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const wallClock = (minutes: number) => wall.format(Date.now() - minutes * 60_000).replace(' ', 'T');
  await call('/mes/report/import', {
    source: 'world',
    rows: JSON.stringify([
      {
        line: 1,
        processId: world.process,
        deviceId: world.device,
        people: [{ employeeId: world.employee }],
        phase: 'stop',
        startedAt: wallClock(90),
        endedAt: wallClock(60),
      },
    ]),
  });
  return world as World;
}

/** A valid record of an entity that refers to the rows of a world. */
export const worldRecord = (entity: EntityDeclaration, world: World): Made =>
  completed(
    entity,
    makeRecord(entity, (to) => world[to as EntityName] ?? null),
  );
