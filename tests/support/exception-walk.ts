import { sql } from 'kysely';
import type { HoldSource } from '#shared/ledger/quality.ts';
import { LEDGER_BUCKETS } from '#shared/ledger/process-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { HOLDING_QUALITY_STATES, type QualityState } from '#shared/machines/quality-exception.ts';
import type { KnownException } from './exception-check.ts';
import { getIsoTimeAgo, type TestFactory } from './floor.ts';
import type { QualityFactory } from './quality-floor.ts';
import { makePenaltyCalls } from './quality-states.ts';

type Fields = Record<string, unknown>;
/** An exception that the walk has raised. */
export interface WalkException extends KnownException {
  id: number;
  code: string;
}
type Exception = Pick<WalkException, 'id'>;

/** The loss that every tracing enters, so that a penalty has an amount. */
const ENTERED_LOSS = {
  ...{ lostHours: 1, lostMaterialCost: 40, lostManufacturingCost: 20 },
  lossReason: 'Counted on the floor',
};

/** Makes the calls of one order on which people report, raise exceptions, decide, sign, rework and reverse. */
export function createExceptionWalk(factory: TestFactory, quality: QualityFactory, orderId: number) {
  const { call } = factory;
  const { listPenalties } = makePenaltyCalls(quality);
  const exceptions = new Map<string, WalkException>();
  const reportIds: number[] = [];
  /** The running reports of rework, with their started quantities. */
  const runningReworks: { reportId: number; quantity: number }[] = [];

  const findKnown = ({ id }: Exception) => [...exceptions.values()].find((candidate) => candidate.id === id);
  const start = async (processId: number, quantity: number, fields: Fields = {}) => {
    // A person who has not worked yet, so that no other report of the person forbids this one.
    const { employeeId } = await factory.createPerson('Somebody', []);
    const people = [{ employeeId }];
    const input = { processId, quantity, people, at: getIsoTimeAgo(9), ...fields };
    return (await call<{ reportId: number }>('/mes/report/start', input)).reportId;
  };
  const finish = (reportId: number, pieces: { good: number; scrap: number; rework: number }) =>
    call('/mes/report/finish', { reportId, ...pieces });

  return {
    exceptions,
    reportIds,
    runningReworks,
    readProcesses: () => call<ProcessProgress[]>('/mes/process/progress', { orderId }),
    receive: (processId: number, quantity: number) => call('/mes/report/receive', { processId, quantity }),
    report: async (processId: number, good: number, scrap = 0) => {
      const reportId = await start(processId, good + scrap);
      await finish(reportId, { good, scrap, rework: 0 });
      reportIds.push(reportId);
      return reportId;
    },
    startRework: async (processId: number, quantity: number) => {
      const reportId = await start(processId, quantity, { isRework: true });
      runningReworks.push({ reportId, quantity });
      return reportId;
    },
    finishRework: async (reportId: number, pieces: { good: number; scrap: number; rework: number }) => {
      await finish(reportId, pieces);
      runningReworks.splice(
        runningReworks.findIndex((running) => running.reportId === reportId),
        1,
      );
      reportIds.push(reportId);
    },
    reverse: (reportId: number) => call('/mes/report/reverse', { reportId, reason: 'tried' }),
    raise: async (processId: number, source: HoldSource, quantity: number) => {
      const { id } = await quality.raise({ processId }, { source, quantity });
      const { code } = await quality.read({ id });
      const exception: WalkException = { id, code, determinationCount: 0, tracingCount: 0, penalty: null };
      exceptions.set(code, exception);
      return exception;
    },
    determine: async (
      exception: Exception,
      pieces: { rework: number; concession: number; scrap: number },
    ) => {
      await quality.determine(exception, pieces);
      findKnown(exception)!.determinationCount += 1;
    },
    trace: async (exception: Exception) => {
      await quality.trace(exception, ENTERED_LOSS);
      findKnown(exception)!.tracingCount += 1;
    },
    sign: (exception: Exception) => quality.sign(exception),
    reject: (exception: Exception) => quality.sign(exception, quality.signer, 'notPassed'),
    /** Signs the first round, which is no longer open if there is a second round. */
    signOldRound: async (exception: Exception) => {
      const [first] = (await quality.read(exception)).rounds;
      const round = first && { roundId: first.id, documentHash: first.documentHash };
      return quality.sign(exception, quality.signer, 'passed', round);
    },
    cancel: (exception: Exception) => quality.cancel(exception),
    decidePenalty: async (exception: Exception, verb: 'approve' | 'refuse') => {
      const { id, version, amount } = (await listPenalties(exception))[0] ?? {
        ...{ id: 1, version: 1, amount: 0 },
      };
      const reason = verb === 'refuse' ? { reason: 'The drawing was wrong' } : {};
      await call(`/mes/quality/punish/${verb}`, { id, version, ...reason });
      findKnown(exception)!.penalty = {
        amount,
        state: verb === 'approve' ? 'penaltyApproved' : 'penaltyRefused',
      };
    },
    changePenalty: async (exception: Exception, amount: number) => {
      const { id, version } = (await listPenalties(exception))[0] ?? { id: 1, version: 1 };
      await call('/mes/quality/punish/change', { id, version, amount, reason: 'First time' });
      findKnown(exception)!.penalty = { amount, state: 'penaltyProposed' };
    },
    /** Finds the exceptions in a state. */
    listInState: async (...states: readonly QualityState[]): Promise<WalkException[]> => {
      const { rows } = await sql<{ code: string }>`select code from quality_exception
        where factory_id = ${factory.factoryId} and state = any(${[...states]}::text[]) order by id`.execute(
        factory.connection.db,
      );
      return rows.map(({ code }) => exceptions.get(code)!);
    },
    /** Sums the pieces in the buckets of all processes, and the pieces on hold for exceptions. */
    readTotals: async () => {
      const { rows } = await sql<{
        total: number;
        supplied: number;
        hold: number;
        heldByExceptions: number;
        smallestQuantity: number;
      }>`
        select coalesce(sum(machinable + in_work + good + concession + rework_open + in_rework + scrap + hold + outsourced), 0) as total,
          coalesce(sum(received + excess), 0) as supplied, coalesce(sum(hold), 0) as hold,
          min(least(machinable, in_work, good, concession, rework_open, in_rework, scrap, hold, outsourced)) as smallest_quantity,
          (select coalesce(sum(quantity), 0) from quality_exception where factory_id = ${factory.factoryId}
            and state = any(${[...HOLDING_QUALITY_STATES]}::text[])) as held_by_exceptions
        from process where factory_id = ${factory.factoryId}`.execute(factory.connection.db);
      return rows[0]!;
    },
  };
}

export type ExceptionWalk = ReturnType<typeof createExceptionWalk>;

/** Reads the quantities of all processes of the walk, as a text that can be compared. */
export const readQuantities = async (walk: ExceptionWalk): Promise<string> =>
  JSON.stringify(
    (await walk.readProcesses()).map((process) => [
      ...LEDGER_BUCKETS.map((bucket) => process[bucket]),
      ...[process.arrived, process.received, process.excess, process.target, process.state],
    ]),
  );
