import type { CorrectiveEvent, CorrectiveState } from '#shared/machines/corrective-action.ts';
import type { CorrectiveDetail, WaitingCorrective } from '#shared/quality/corrective.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { CallFunction, TestFactory } from './floor.ts';
import { makeUniqueText } from './makers.ts';
import { createQualityFactory, type QualityFactory, type QualityPerson } from './quality-floor.ts';
import { thenRun, type StateEventCalls } from './state-event-tests.ts';

const PATH = '/mes/quality/corrective';
const MEASURE_PATH = '/mes/quality/correctiveMeasure';
type Fields = Record<string, unknown>;

/** A corrective action of an error class of its own. */
export interface CorrectiveRow {
  id: number;
  errorClassId: number;
}

export interface CorrectiveFactory {
  quality: QualityFactory;
  /** Leads corrective actions. */
  leader: QualityPerson;
  today: string;
  addErrorClass: (name: string, parentId?: number) => Promise<number>;
  begin: (fields?: Fields, call?: CallFunction) => Promise<CorrectiveRow>;
  edit: (corrective: { id: number }, fields: Fields, call?: CallFunction) => Promise<unknown>;
  /** Plans a measure of the worker, due today. @returns its id */
  plan: (corrective: { id: number }, fields?: Fields, call?: CallFunction) => Promise<number>;
  /** Completes a measure; by default the first open one. */
  complete: (
    corrective: { id: number },
    measureId?: number,
    fields?: Fields,
    call?: CallFunction,
  ) => Promise<unknown>;
  /** Sends a command with the current version, by default as the leader. */
  send: (verb: string, corrective: { id: number }, fields?: Fields, call?: CallFunction) => Promise<unknown>;
  read: (corrective: { id: number }) => Promise<CorrectiveDetail>;
  listWaiting: (call: CallFunction) => Promise<WaitingCorrective[]>;
  /** Raises an exception of an error class, at a process of its own. */
  raiseDefect: (errorClassId: number | null) => Promise<{ id: number; processId: number }>;
}

/** Adds a leader of corrective actions to the people of quality. */
export async function createCorrectiveFactory(factory: TestFactory): Promise<CorrectiveFactory> {
  const quality = await createQualityFactory(factory);
  const leader = await quality.addPerson('Gao Fei', ['QUALITY_CORRECT']);
  const today = toLocalDay('Asia/Shanghai', Date.now());
  const read: CorrectiveFactory['read'] = ({ id }) => factory.call(`${PATH}/detail`, { id });
  const addErrorClass: CorrectiveFactory['addErrorClass'] = async (name, parentId) => {
    const code = makeUniqueText('E');
    const values = { classId: 'errorClass', code, name, parentId: parentId ?? null };
    return (await factory.call<{ id: number }>('/mes/system/classify/save', values)).id;
  };
  return {
    quality,
    leader,
    today,
    addErrorClass,
    read,
    begin: async (fields = {}, call = leader.call) => {
      const errorClassId = Number(fields['errorClassId'] ?? (await addErrorClass('Burr')));
      const values = { errorClassId, problem: 'Burrs', leaderId: leader.employeeId, checkAfterDays: 0 };
      const row = { ...values, rootCause: 'The insert was worn', memberIds: [], exceptionIds: [], whys: [] };
      const { id } = await call<{ id: number }>(`${PATH}/save`, { ...row, ...fields });
      return { id, errorClassId };
    },
    edit: async ({ id }, fields, call = leader.call) =>
      call(`${PATH}/save`, { id, version: (await read({ id })).version, ...fields }),
    plan: async ({ id }, fields = {}, call = leader.call) => {
      const values = { correctiveId: id, what: 'Change the insert every 50 pieces', dueOn: today };
      const measure = { ...values, kind: 'correcting', ownerId: quality.worker.employeeId, ...fields };
      return (await call<{ id: number }>(`${MEASURE_PATH}/save`, measure)).id;
    },
    complete: async (corrective, measureId, fields = {}, call = quality.worker.call) => {
      const { measures } = await read(corrective);
      const measure = measures.find(({ id, state }) =>
        measureId === undefined ? state === 'measureOpen' : id === measureId,
      )!;
      const { id, version } = measure ?? measures[0]!;
      return call(`${MEASURE_PATH}/complete`, { id, version, doneOn: today, ...fields });
    },
    send: async (verb, { id }, fields = {}, call = leader.call) =>
      call(`${PATH}/${verb}`, {
        id,
        version: (await read({ id })).version,
        reason: 'Seen',
        ...fields,
      }),
    listWaiting: async (call) => (await call<{ rows: WaitingCorrective[] }>(`${PATH}/waiting`, {})).rows,
    raiseDefect: async (errorClassId) => {
      const { processId } = await quality.work({ good: 3 });
      return { ...(await quality.raise({ processId }, { errorClassId })), processId };
    },
  };
}

/** Makes the calls that bring a corrective action into each state, and that fire each event. */
export async function prepareCorrectives(
  factory: TestFactory,
): Promise<StateEventCalls<CorrectiveState, CorrectiveEvent, CorrectiveRow>> {
  const corrective = await createCorrectiveFactory(factory);
  const judge = (verdict: string) => (row: CorrectiveRow) => corrective.send('judge', row, { verdict });
  const fire: Record<CorrectiveEvent, (row: CorrectiveRow) => Promise<unknown>> = {
    editCorrective: (row) => corrective.edit(row, { containment: 'All pieces were sorted' }),
    planMeasure: (row) => corrective.plan(row),
    completeMeasure: (row) => corrective.complete(row),
    beginCheck: async (row) => {
      const { measures } = await corrective.read(row);
      const openMeasures = measures.filter(({ state }) => state === 'measureOpen');
      if (openMeasures.length === 0) return corrective.send('beginCheck', row);
      for (const { id } of openMeasures) await corrective.complete(row, id);
      return undefined;
    },
    judgeEffective: judge('judgeEffective'),
    judgeNotEffective: judge('judgeNotEffective'),
    recurDefect: ({ errorClassId }) => corrective.raiseDefect(errorClassId),
    cancelCorrective: (row) => corrective.send('cancel', row),
  };
  /** Adds a corrective action with two measures, so that one of them can be completed without beginning the check. */
  const addOpenCorrective = async () => {
    const row = await corrective.begin();
    await corrective.plan(row);
    await corrective.plan(row);
    return row;
  };
  const addCorrectiveInCheck = thenRun(addOpenCorrective, fire.beginCheck);
  return {
    enter: {
      correctiveOpen: addOpenCorrective,
      correctiveChecking: addCorrectiveInCheck,
      correctiveEffective: thenRun(addCorrectiveInCheck, fire.judgeEffective),
      correctiveCancelled: thenRun(addOpenCorrective, fire.cancelCorrective),
    },
    fire,
    readState: async (row) => (await corrective.read(row)).state,
    getIllegalOutcome: (_, event) => (event === 'recurDefect' ? 'keepsState' : 'correctiveState'),
  };
}
