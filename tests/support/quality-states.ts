import type {
  CountersignStage,
  QualityEvent,
  QualityState,
  SignatureResult,
} from '#shared/machines/quality-exception.ts';
import type { PenaltyKind } from '#shared/quality/penalty.ts';
import type { PenaltyEvent, PenaltyState } from '#shared/machines/quality-penalty.ts';
import type { TestFactory } from './floor.ts';
import { createQualityFactory, type QualityFactory } from './quality-floor.ts';
import { thenRun, type IllegalOutcome, type StateEventCalls } from './state-event-tests.ts';

interface ExceptionRow {
  id: number;
}

/** The stages that an exception in each state has begun. A signature needs a round of its stage. */
const STAGES_BY_STATE: Record<QualityState, readonly CountersignStage[]> = {
  waitingForInitiation: [],
  remediesInCountersign: ['remedies'],
  remediesRejected: ['remedies'],
  tracingCountersign: ['remedies', 'tracing'],
  finished: ['remedies', 'tracing'],
  cancelled: ['remedies'],
};

const STAGE_BY_EVENT: Partial<Record<QualityEvent, CountersignStage>> = {
  passRemedies: 'remedies',
  rejectRemedies: 'remedies',
  passTracing: 'tracing',
  rejectTracing: 'tracing',
};

/** Signs the last round of a stage. If the stage has not begun, signs round 1, which does not exist. */
async function signStage(
  quality: QualityFactory,
  exception: ExceptionRow,
  stage: CountersignStage,
  result: SignatureResult,
): Promise<void> {
  const { rounds } = await quality.read(exception);
  const round = rounds.findLast((candidate) => candidate.stage === stage);
  const fields = { roundId: round?.id ?? 1, documentHash: round?.documentHash ?? 'x' };
  if (rounds.length > 0) await quality.sign(exception, quality.signer, result, fields);
  else
    await quality.signer.call('/mes/quality/sign', {
      id: exception.id,
      signerId: quality.signer.employeeId,
      result,
      ...fields,
    });
}

/** Makes the calls that bring an exception into each state, and that fire each event. */
export async function prepareExceptions(
  factory: TestFactory,
): Promise<StateEventCalls<QualityState, QualityEvent, ExceptionRow>> {
  const quality = await createQualityFactory(factory);
  const makeSignature = (stage: CountersignStage, result: SignatureResult) => (exception: ExceptionRow) =>
    signStage(quality, exception, stage, result);
  const fire: Record<QualityEvent, (exception: ExceptionRow) => Promise<unknown>> = {
    determine: (exception) => quality.determine(exception),
    passRemedies: makeSignature('remedies', 'passed'),
    rejectRemedies: makeSignature('remedies', 'notPassed'),
    trace: (exception) => quality.trace(exception),
    passTracing: makeSignature('tracing', 'passed'),
    rejectTracing: makeSignature('tracing', 'notPassed'),
    cancel: (exception) => quality.cancel(exception),
  };
  const raiseException = async () => quality.raise(await quality.work({ good: 3 }));
  const addExceptionInRemedies = thenRun(raiseException, fire.determine);
  const addExceptionInTracing = thenRun(thenRun(addExceptionInRemedies, fire.passRemedies), fire.trace);
  return {
    enter: {
      waitingForInitiation: raiseException,
      remediesInCountersign: addExceptionInRemedies,
      remediesRejected: thenRun(addExceptionInRemedies, fire.rejectRemedies),
      tracingCountersign: addExceptionInTracing,
      finished: thenRun(addExceptionInTracing, fire.passTracing),
      cancelled: thenRun(addExceptionInRemedies, fire.cancel),
    },
    fire,
    readState: async (exception) => (await quality.read(exception)).state,
    getIllegalOutcome: (state, event): IllegalOutcome => {
      if (event === 'cancel' && STAGES_BY_STATE[state].includes('tracing')) return 'exceptionPosted';
      const stage = STAGE_BY_EVENT[event];
      return stage && !STAGES_BY_STATE[state].includes(stage) ? 'rowNotFound' : 'qualityState';
    },
  };
}

interface PenaltyRow {
  id: number;
  version: number;
}

/** Makes the calls that bring a penalty into each state, and that fire each event. */
export async function preparePenalties(
  factory: TestFactory,
): Promise<StateEventCalls<PenaltyState, PenaltyEvent, PenaltyRow>> {
  const quality = await createQualityFactory(factory);
  const { finishWithPenalty, readPenalty } = makePenaltyCalls(quality);
  const makeDecision =
    (verb: string, fields: Record<string, unknown> = {}) =>
    async ({ id }: PenaltyRow) => {
      const { version } = await readPenalty(id);
      await factory.call(`/mes/quality/punish/${verb}`, { id, version, ...fields });
    };
  const fire: Record<PenaltyEvent, (penalty: PenaltyRow) => Promise<unknown>> = {
    changeAmount: makeDecision('change', { amount: 12.5, reason: 'First time' }),
    approvePenalty: makeDecision('approve'),
    refusePenalty: makeDecision('refuse', { reason: 'The drawing was wrong' }),
  };
  return {
    enter: {
      penaltyProposed: finishWithPenalty,
      penaltyApproved: thenRun(finishWithPenalty, fire.approvePenalty),
      penaltyRefused: thenRun(finishWithPenalty, fire.refusePenalty),
    },
    fire,
    readState: async ({ id }) => (await readPenalty(id)).state,
    getIllegalOutcome: () => 'penaltyState',
  };
}

/** The fields of a penalty that tests read. */
interface ReadPenalty extends PenaltyRow {
  state: PenaltyState;
  amount: number;
  proposedAmount: number;
  kind: PenaltyKind;
  ratio: number | null;
  employeeId: number | null;
  personName: string | null;
  supplierId: number | null;
  month: string;
  decidedBy: string | null;
  reason: string | null;
}

export function makePenaltyCalls(quality: QualityFactory) {
  const { call } = quality.factory;
  const listPenalties = async ({ id }: { id: number }) =>
    (
      await call<{ rows: ReadPenalty[] }>('/mes/quality/punish/page', {
        filter: JSON.stringify({ exceptionId: id }),
        sort: 'id',
      })
    ).rows;
  /** Creates an exception of 2 scrapped pieces, and goes through all its steps until it is finished. */
  const finishException = async (traceFields: Record<string, unknown> = {}) => {
    const exception = await quality.raise(await quality.work({ good: 3 }));
    await quality.determine(exception);
    await quality.sign(exception);
    await quality.trace(exception, traceFields);
    await quality.sign(exception);
    return exception;
  };
  return {
    listPenalties,
    finishException,
    readPenalty: (id: number) => call<ReadPenalty>('/mes/quality/punish/get', { id }),
    finishWithPenalty: async () => (await listPenalties(await finishException()))[0]!,
  };
}
