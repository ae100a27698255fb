import { sql } from 'kysely';
import {
  BATCH_PLAN_FIELDS,
  type BatchPlanField,
  type PlannedProcess,
} from '#shared/planning/process-list.ts';
import type { BatchAnswer, BatchRowAnswer } from '#shared/answers/batch.ts';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError, MesError } from '#shared/kernel/errors.ts';
import type { RecordValues } from '#shared/kernel/fields.ts';
import type { Answer, CurrentUser } from '#shared/kernel/wire.ts';
import { addDays } from '#shared/rules/days.ts';
import { loadRowsById } from '../../crud/read.ts';
import { saveRecords } from '../../crud/save.ts';
import type { ApiRecord } from '../../crud/select.ts';
import type { Transaction } from '../../db/transaction.ts';

const PROCESS_ENTITY = entities.process as EntityDeclaration;
const PLAN_FIELD_NAMES = Object.keys(BATCH_PLAN_FIELDS) as BatchPlanField[];

type PlanValues = RecordValues<typeof BATCH_PLAN_FIELDS>;

/** The planner's change of many processes. */
interface PlanChange extends PlanValues {
  processes: readonly { processId: number; version: number }[];
  /** The names of the fields to empty, separated by commas. */
  cleared: string | null;
  /** By how many days the planned dates move; null if they do not move. */
  shiftDays: number | null;
  /** Whether the outcome is only previewed, and nothing is written. */
  isPreview: boolean;
}

/** A chosen process with its present plan and its new plan. */
interface ChosenProcess {
  processId: number;
  version: number;
  partId: number;
  seq: number;
  values: PlanValues;
  isChanged: boolean;
  startsEarlier: boolean;
}

/** Thrown to roll back what a preview has written. */
class PreviewRollback extends Error {}

/**
 * Returns a function that makes the new plan of a process from its present plan.
 * @throws fieldsInvalid if the change is empty, `cleared` has an unknown name, or a field has a new value and is also
 * cleared or moved
 */
function makePlanner({ cleared, shiftDays, ...change }: PlanChange): (present: PlanValues) => PlanValues {
  const clearedNames = (cleared ?? '').split(',').filter(Boolean);
  const isDateGiven = ['plannedStart', 'plannedEnd'].some(
    (name) => change[name as BatchPlanField] !== null || clearedNames.includes(name),
  );
  for (const name of clearedNames)
    if (!PLAN_FIELD_NAMES.includes(name as BatchPlanField) || change[name as BatchPlanField] !== null)
      throw makeError('fieldsInvalid', {}, { cleared: { reason: 'notAChoice' } });
  if (shiftDays !== null && (isDateGiven || shiftDays === 0))
    throw makeError('fieldsInvalid', {}, { shiftDays: { reason: 'notAChoice' } });
  const newValues = Object.fromEntries(
    PLAN_FIELD_NAMES.filter((name) => change[name] !== null || clearedNames.includes(name)).map((name) => [
      name,
      change[name],
    ]),
  ) as Partial<PlanValues>;
  if (shiftDays === null && Object.keys(newValues).length === 0)
    throw makeError('fieldsInvalid', {}, { workGroupId: { reason: 'required' } });
  const shiftDay = (day: string | null) =>
    day === null || shiftDays === null ? day : addDays(day, shiftDays);
  return (presentValues) => ({
    ...presentValues,
    plannedStart: shiftDay(presentValues.plannedStart),
    plannedEnd: shiftDay(presentValues.plannedEnd),
    ...newValues,
  });
}

/**
 * Reads the present plans of the chosen processes, and makes their new plans. Processes that do not exist are left out.
 */
async function planChosenProcesses(
  tx: Transaction,
  chosenRows: PlanChange['processes'],
  plan: (present: PlanValues) => PlanValues,
): Promise<ChosenProcess[]> {
  const { rows } = await sql<PlanValues & { id: number; partId: number; seq: number }>`
    select id, part_id, seq, work_group_id, device_id, planned_people, planned_start, planned_end from process
    where factory_id = ${tx.factoryId} and id = any(${chosenRows.map(({ processId }) => processId)}::bigint[])
      and deleted_at is null`.execute(tx.db);
  const versions = new Map(chosenRows.map(({ processId, version }) => [processId, version]));
  return rows.map(({ id, partId, seq, ...present }) => {
    const values = plan(present);
    return {
      processId: id,
      version: versions.get(id)!,
      partId,
      seq,
      values,
      isChanged: PLAN_FIELD_NAMES.some((name) => values[name] !== present[name]),
      startsEarlier: (values.plannedStart ?? '') < (present.plannedStart ?? ''),
    };
  });
}

/**
 * Compares processes by the sequence in which they are saved. The planned starts along a routing must never decrease.
 * Processes whose start moves earlier are therefore saved first, from the first to the last of the routing. The other
 * processes are saved from the last to the first.
 */
const compareForSaving = (a: ChosenProcess, b: ChosenProcess): number =>
  a.partId - b.partId ||
  Number(b.startsEarlier) - Number(a.startsEarlier) ||
  (a.startsEarlier ? a.seq - b.seq : b.seq - a.seq);

/** Saves one process. A refusal undoes only the changes of this process. */
async function saveChosenProcess(
  tx: Transaction,
  viewer: CurrentUser,
  { processId, version, values }: ChosenProcess,
): Promise<ApiRecord | MesError> {
  try {
    const changes = [{ id: processId, version, givenValues: { ...values } }];
    return (await tx.attempt(() => saveRecords(tx, PROCESS_ENTITY, viewer, changes)))[0]!;
  } catch (error) {
    if (error instanceof MesError) return error;
    throw error;
  }
}

/**
 * Finds the planned processes whose work group does not have their craft.
 * @returns the names of the crafts, by the id of the process
 */
async function findCraftsNotOfGroup(
  { db, factoryId }: Transaction,
  processes: readonly { id: number; workGroupId: number | null }[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`select p.id, c.name
    from unnest(${processes.map(({ id }) => id)}::bigint[], ${processes.map(({ workGroupId }) => workGroupId)}::bigint[]) w (id, group_id)
      join process p on p.factory_id = ${factoryId} and p.id = w.id
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where w.group_id is not null and not exists (select 1 from work_group_craft_ids k
      where k.factory_id = p.factory_id and k.owner_id = w.group_id and k.target_id = p.craft_id)`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Plans and saves the chosen processes.
 * @returns the verdict of each process, in the order of the call
 */
async function saveChosenProcesses(
  tx: Transaction,
  viewer: CurrentUser,
  change: PlanChange,
  makeRefusedVerdict: (error: MesError) => Answer<PlannedProcess>,
): Promise<BatchRowAnswer<PlannedProcess>[]> {
  const ids = change.processes.map(({ processId }) => processId);
  const chosenProcesses = await planChosenProcesses(tx, change.processes, makePlanner(change));
  const changedProcesses = chosenProcesses.filter(({ isChanged }) => isChanged).sort(compareForSaving);
  const outcomes = new Map<number, ApiRecord | MesError>(
    await loadRowsById(
      tx.db,
      PROCESS_ENTITY,
      viewer,
      chosenProcesses.flatMap(({ processId, isChanged }) => (isChanged ? [] : processId)),
    ),
  );
  for (const process of changedProcesses)
    outcomes.set(process.processId, await saveChosenProcess(tx, viewer, process));
  const savedProcesses = [...outcomes.values()].filter((outcome) => !(outcome instanceof MesError));
  const craftsNotOfGroup = await findCraftsNotOfGroup(tx, savedProcesses as (ApiRecord & PlanValues)[]);
  const changedIds = new Set(changedProcesses.map(({ processId }) => processId));
  return ids.map((id) => {
    const outcome = outcomes.get(id) ?? makeError('rowNotFound');
    if (outcome instanceof MesError) return { id, answer: makeRefusedVerdict(outcome) };
    const { plannedPeople, plannedStart, plannedEnd, labels } = outcome as ApiRecord & PlanValues;
    const data: PlannedProcess = {
      isChanged: changedIds.has(id),
      plannedPeople,
      plannedStart,
      plannedEnd,
      workGroupName: labels['workGroupId'] ?? null,
      deviceName: labels['deviceId'] ?? null,
      craftNotOfGroup: (change.workGroupId !== null && craftsNotOfGroup.get(id)) || null,
    };
    return { id, answer: { success: true, data } };
  });
}

/**
 * Changes the planned work group, device, people and dates of many processes, one by one. A refused process
 * does not stop the others. A process that already has the new values is not written.
 * @param makeRefusedVerdict makes the verdict of a refused process
 * @throws fieldsInvalid if the change is empty, or a process is named twice
 */
export async function planProcesses(
  tx: Transaction,
  viewer: CurrentUser,
  change: PlanChange,
  makeRefusedVerdict: (error: MesError) => Answer<PlannedProcess>,
): Promise<BatchAnswer<PlannedProcess>> {
  const ids = change.processes.map(({ processId }) => processId);
  const repeatedIndex = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (repeatedIndex >= 0)
    throw makeError(
      'fieldsInvalid',
      {},
      { [`processes[${repeatedIndex}].processId`]: { reason: 'repeated' } },
    );
  if (!change.isPreview) return { rows: await saveChosenProcesses(tx, viewer, change, makeRefusedVerdict) };
  let rows: BatchRowAnswer<PlannedProcess>[] = [];
  try {
    await tx.attempt(async () => {
      rows = await saveChosenProcesses(tx, viewer, change, makeRefusedVerdict);
      throw new PreviewRollback();
    });
  } catch (error) {
    if (!(error instanceof PreviewRollback)) throw error;
  }
  return { rows };
}
