import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { entities, type EntityName } from '#shared/entities/index.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { GUIDE_AREAS } from '#shared/answers/guide.ts';
import { addDays } from '#shared/rules/days.ts';
import type { CallFunction } from './floor.ts';
import { makeRecord, makeUniqueText, type FieldValues } from './makers.ts';
import { addGaugeKind, beginSampleStudy, calibrateSampleGauge } from './sample-gauge.ts';
import { beginSampleInspection, SAMPLE_INSPECTION } from './sample-inspection.ts';

/** The ids of one row of each entity of a factory, by entity name, and of a kind of gauges. */
export type SampleRowIds = Record<EntityName, number> & { gaugeKind: number };

let usedDayCount = 0;
/** Returns an unused day in the past. */
const makeUnusedDay = () => addDays('2001-01-01', usedDayCount++);

/** Forms whose layout a factory can configure, each with one of its fields. */
const FORM_FIELDS = [
  ['part', 'spec'],
  ['workOrder', 'remark'],
  ['process', 'needBy'],
  ['project', 'remark'],
  ['workReport', 'remark'],
  ['qualityException', 'picture'],
] as const;
let usedFormCount = 0;
let usedGuideCount = 0;

/** Values that hooks require and that the declarations cannot express. */
const VALUES_REQUIRED_BY_HOOKS: Partial<Record<EntityName, FieldValues>> = {
  role: { permissions: [{ permission: 'TASK_REPORT' }] },
  factory: { zone: 'Asia/Shanghai', currency: 'CNY' },
  // These users need roles of another kind than the generated role, so they get none.
  customerUser: { roleIds: [] },
  supplierUser: { roleIds: [] },
  // The generated people, devices and shelves already belong to a work group, so this group gets none.
  workGroup: { staff: [], equipment: [], shelves: [] },
  callRule: { typeId: null, roleId: null },
  // No screen is paired, so this rule raises no alarm while a test counts rows.
  alarmRule: {
    measure: 'screenSilentSeconds',
    workGroupId: null,
    comparison: 'atLeast',
    limitValue: 3600,
    clearValue: null,
    escalateAfterMinutes: 5,
  },
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
    return { validFrom: makeUnusedDay() };
  },
  // The only generated classification is an error class, so these references stay empty.
  workOrder: { orderTypeId: null, deadlineClassId: null },
  customer: { regionId: null },
  supplier: { regionId: null },
  device: { producingAreaId: null, downtimes: [] },
  get formSetting() {
    const [form, field] = FORM_FIELDS[usedFormCount++ % FORM_FIELDS.length]!;
    return { form, fields: [{ field, shown: true }] };
  },
  get guideBook() {
    const guideIndex = usedGuideCount++;
    return {
      area: GUIDE_AREAS[guideIndex % GUIDE_AREAS.length],
      language: LANGS[Math.floor(guideIndex / GUIDE_AREAS.length) % LANGS.length],
    };
  },
  // The roles of a board are kept only if the board is shared with them.
  board: { sharing: 'theseRoles' },
  // The server asks for no plan while a test counts rows.
  cycleScheduleSetting: { replanAt: null, replansAfterBreakdown: false, appliesReplan: false },
  // A plan is for an order or for a project.
  masterPlan: { projectId: null, startsOn: '2026-06-08', dueOn: '2026-06-30' },
  sip: {
    inspections: [SAMPLE_INSPECTION],
    characteristics: [{ seq: 1, name: 'Diameter', nominal: 20, unit: 'mm', gaugeKindId: null }],
  },
  gauge: { lastCalibratedOn: '2020-03-02' },
  customForm: { questions: [{ question: 'All well?', kind: 'textAnswer' }] },
  get customRecord() {
    return {
      recordedAt: new Date(Date.now() - 60_000).toISOString(),
      answers: [{ question: 'All well?', kind: 'textAnswer', answer: 'Yes' }],
    };
  },
  offlineFileSetting: { path: '/srv/drawings', respective_region: 0 },
  offlineFileClassification: { respective_region: 0 },
  // Rosters must not overlap, and each has at most one target; a day has at most one holiday entry.
  get roster() {
    const day = makeUnusedDay();
    const target = { employeeId: null, workGroupId: null, deviceId: null };
    return { ...target, shiftName: 'Day', validFrom: day, validUntil: day };
  },
  get holiday() {
    return { kind: 'rest', weekday: null, date: makeUnusedDay() };
  },
};

/** Removes the predecessors of nodes: the generated template or plan has only one node. */
const removePredecessors = (record: FieldValues): FieldValues => ({
  ...record,
  nodes: (record.nodes as FieldValues[]).map((node) => ({ ...node, afterSeq: null })),
  links: [],
});

/** Completes a generated record so that the hook of its entity accepts it. */
const addValuesRequiredByHooks = (entity: EntityDeclaration, record: FieldValues): FieldValues => ({
  ...('nodes' in entity.fields ? removePredecessors(record) : record),
  ...VALUES_REQUIRED_BY_HOOKS[entity.name as EntityName],
});

/** Lists the entities to which fields refer, including the fields of owned rows. */
const listReferences = (fields: FieldMap): { to: EntityName; required: boolean }[] =>
  Object.values(fields).flatMap(({ to, of, required }) => [
    ...(to ? [{ to: to as EntityName, required }] : []),
    ...(of ? listReferences(of) : []),
  ]);

/**
 * Finds the entities that need a row before a row of this entity can be created: its required
 * references, and the required references of these.
 */
function findRequiredEntities(name: EntityName, requiredNames = new Set<string>()): Set<string> {
  for (const { to, required } of listReferences(entities[name].fields)) {
    if (!required || requiredNames.has(to)) continue;
    requiredNames.add(to);
    findRequiredEntities(to, requiredNames);
  }
  return requiredNames;
}

/**
 * Sorts the entities so that each comes after the entities to which it refers. If two entities refer to each other, the
 * entity with the optional reference comes first.
 */
function sortEntities(): EntityDeclaration[] {
  const sortedEntities: EntityDeclaration[] = [];
  const visit = (entity: EntityDeclaration, ancestorNames: readonly string[]) => {
    if (sortedEntities.includes(entity) || ancestorNames.includes(entity.name)) return;
    const path = [...ancestorNames, entity.name];
    for (const { to, required } of listReferences(entity.fields)) {
      if (required || !path.some((name) => findRequiredEntities(to).has(name))) visit(entities[to], path);
    }
    sortedEntities.push(entity);
  };
  for (const entity of Object.values<EntityDeclaration>(entities)) visit(entity, []);
  return sortedEntities;
}

const addTextPrefix = (entity: EntityDeclaration, record: FieldValues, prefix: string): FieldValues =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      entity.fields[name]!.kind === 'text'
        ? `${prefix}${String(value)}`.slice(0, entity.fields[name]!.max ?? 200)
        : value,
    ]),
  );

/** Entities of which a factory has only one or two rows, so that a sample takes an existing row. */
const FEW_ROW_ENTITIES: ReadonlySet<EntityName> = new Set([
  'factory',
  'cycleScheduleSetting',
  'wageSetting',
  'largeScreen',
]);

/**
 * Creates one row of each entity that can be saved, a call for help, a quality exception and an open report. The rows
 * refer to each other. For FEW_ROW_ENTITIES it uses an existing row, if any. The process also has an imported report.
 * @param prefix a prefix of every text, so that a test can recognise these rows
 */
export async function createSampleRows(call: CallFunction, prefix = ''): Promise<SampleRowIds> {
  const gaugeKind = await addGaugeKind(call, prefix);
  const sampleIds: Partial<SampleRowIds> = { gaugeKind };
  for (const entity of sortEntities()) {
    const name = entity.name as EntityName;
    if (!(entity.verbs ?? ENTITY_VERBS).includes('save')) continue;
    if (FEW_ROW_ENTITIES.has(name)) {
      // The factory may already have a row of this entity.
      const [existingRow] = (await call<{ rows: { id: number }[] }>(`${entity.path}/page`, {})).rows;
      if (existingRow) {
        sampleIds[name] = existingRow.id;
        continue;
      }
    }
    const record = addTextPrefix(
      entity,
      makeRecord(entity, (to) => sampleIds[to as EntityName] ?? null),
      prefix,
    );
    const savedRow = await call<{ id: number }>(`${entity.path}/save`, {
      ...addValuesRequiredByHooks(entity, record),
      ...(name === 'gauge' ? { gaugeKindId: gaugeKind } : {}),
    });
    sampleIds[name] = savedRow.id;
  }
  const order = await call<{ version: number }>('/mes/order/get', { id: sampleIds.workOrder });
  await call('/mes/order/release', { id: sampleIds.workOrder, version: order.version });
  const cards = await call<{ rows: { id: number }[] }>(`${entities.card.path}/page`, {
    filter: JSON.stringify({ partId: sampleIds.part }),
  });
  sampleIds.card = cards.rows[0]!.id;
  const outsourcingOrder = await call<{ id: number; version: number }>('/mes/outsourcing/create', {
    code: `${prefix}${makeUniqueText()}`,
    supplierId: sampleIds.supplier,
    items: [{ processId: sampleIds.process, quantity: 1 }],
  });
  sampleIds.outsourcingOrder = outsourcingOrder.id;
  await call('/mes/report/receive', { processId: sampleIds.process, quantity: 1 });
  await call('/mes/outsourcing/send', {
    id: outsourcingOrder.id,
    version: outsourcingOrder.version,
    items: [{ processId: sampleIds.process, quantity: 0.25 }],
  });
  // The report started early enough that a test can finish it now.
  const at = new Date(Date.now() - 10 * 60_000).toISOString();
  const startedReport = await call<{ reportId: number }>('/mes/report/start', {
    processId: sampleIds.process,
    quantity: 0.5,
    people: [{ employeeId: sampleIds.employee, ratio: 100 }],
    at,
  });
  sampleIds.workReport = startedReport.reportId;
  sampleIds.inspection = await beginSampleInspection(call, sampleIds as SampleRowIds, prefix);
  sampleIds.gaugeCalibration = await calibrateSampleGauge(call, sampleIds.gauge!, prefix);
  sampleIds.gaugeStudy = await beginSampleStudy(call, sampleIds as SampleRowIds, prefix);
  const exception = await call<{ id: number }>('/mes/quality/raise', {
    processId: sampleIds.process,
    source: 'machinable',
    quantity: 0.05,
    description: `${prefix}Scratched`,
  });
  sampleIds.qualityException = exception.id;
  const column = await call<{ id: number }>(`${entities.customColumn.path}/save`, {
    owner: 'part',
    code: `${prefix}${makeUniqueText()}`,
    name: `${prefix}Alloy`,
  });
  sampleIds.customColumn = column.id;
  const callType = await call<{ id: number }>('/mes/system/classify/save', {
    classId: 'abnormalType',
    code: `${prefix}${makeUniqueText()}`,
    name: `${prefix}Tool broken`,
  });
  const andonCall = await call<{ id: number }>('/mes/andon/raise', {
    typeId: callType.id,
    deviceId: sampleIds.device,
    processId: sampleIds.process,
    description: `${prefix}It smokes`,
  });
  sampleIds.abnormalCall = andonCall.id;
  // The list of daily figures by device shows only devices with closed work reports, so this imports one.
  const localTimeFormat = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const formatTimeAgo = (minutes: number) =>
    localTimeFormat.format(Date.now() - minutes * 60_000).replace(' ', 'T');
  await call('/mes/report/import', {
    source: 'sample rows',
    rows: JSON.stringify([
      {
        line: 1,
        processId: sampleIds.process,
        deviceId: sampleIds.device,
        people: [{ employeeId: sampleIds.employee }],
        phase: 'stop',
        startedAt: formatTimeAgo(90),
        endedAt: formatTimeAgo(60),
      },
    ]),
  });
  return sampleIds as SampleRowIds;
}

/** Makes a valid record of an entity whose references are sample rows. */
export const makeRecordWithSampleIds = (entity: EntityDeclaration, sampleIds: SampleRowIds): FieldValues => ({
  ...addValuesRequiredByHooks(
    entity,
    makeRecord(entity, (to) => sampleIds[to as EntityName] ?? null),
  ),
  ...(entity.name === 'gauge' ? { gaugeKindId: sampleIds.gaugeKind } : {}),
});
