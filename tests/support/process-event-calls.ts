import { PROCESS_EVENTS, type ProcessEvent, type ProcessState } from '#shared/ledger/process-state.ts';
import type { TestFactory } from './floor.ts';
import { makeOutsourcingCalls } from './outsourcing-calls.ts';
import { startWork, type ReportAnswer } from './reports.ts';
import { thenRun } from './state-event-tests.ts';

/** The events that no call fires. */
export const EVENTS_WITHOUT_CALL = ['outsidePlan'] as const satisfies readonly ProcessEvent[];
export type CalledEvent = Exclude<ProcessEvent, (typeof EVENTS_WITHOUT_CALL)[number]>;
export const CALLED_EVENTS = PROCESS_EVENTS.filter(
  (event): event is CalledEvent => !(EVENTS_WITHOUT_CALL as readonly ProcessEvent[]).includes(event),
);

const PLANNED_QUANTITY = 4;

/** A process that is brought into a state. */
export interface ProcessRow {
  id: number;
  /** The report that the events end or reverse. */
  reportId: number;
  /** The outsourcing order for 2 pieces of the process. */
  outsourcingId: number;
}

/** The calls that bring a new process into each state, and that fire each event. */
export interface ProcessCalls {
  enter: Record<ProcessState, () => Promise<ProcessRow>>;
  fire: Record<CalledEvent, (row: ProcessRow) => Promise<unknown>>;
}

/** Makes the calls for processes of a factory. */
export function makeProcessCalls(factory: TestFactory): ProcessCalls {
  const { call, connection, factoryId } = factory;
  /** Makes a function that posts a report and stores the id of the report in the row. */
  const makeReportStep =
    (run: (row: ProcessRow) => Promise<{ reportId: number }>) => async (row: ProcessRow) =>
      void (row.reportId = (await run(row)).reportId);
  const makeReceipt = (quantity: number) =>
    makeReportStep(({ id }) => call<ReportAnswer>('/mes/report/receive', { processId: id, quantity }));
  const makeStartStep = (quantity: number) => makeReportStep(({ id }) => startWork(call, id, quantity));
  const startRework = makeReportStep(({ id }) => startWork(call, id, 1, { isRework: true }));
  const makeFinishStep = (fields: Record<string, number>) => (row: ProcessRow) =>
    call('/mes/report/finish', { reportId: row.reportId, ...fields });
  const endUnfinished = ({ reportId }: ProcessRow) =>
    call('/mes/report/unfinished', { reportId, good: 0, scrap: 0, rework: 0 });
  const reverseReport = ({ reportId }: ProcessRow) =>
    call('/mes/report/reverse', { reportId, reason: 'counted wrong' });
  const suspendProcess = async ({ id }: ProcessRow) => {
    const [progress] = await call<{ open: { reportId: number }[] }[]>('/mes/process/progress', {
      processId: id,
    });
    const seenReportIds = progress!.open.map((report) => report.reportId);
    return call('/mes/process/suspend', { processId: id, reason: 'no material', seenReportIds });
  };
  const resumeProcess = ({ id }: ProcessRow) => call('/mes/process/resume', { processId: id });

  const {
    send: sendPieces,
    return: returnPieces,
    order: orderOutside,
    addSupplier,
  } = makeOutsourcingCalls(call);
  const sendPiece = ({ id, outsourcingId }: ProcessRow) => sendPieces(outsourcingId, { [id]: 1 });
  const addProcess = async (): Promise<ProcessRow> => {
    // One person may operate a hundred machines, so no report is refused because of another one.
    const order = await factory.createOrder(PLANNED_QUANTITY, [{ name: 'Turning', manMachineRatio: 0.01 }]);
    const id = order.processIds[0]!;
    const { id: outsourcingId } = await orderOutside((await addSupplier()).id, { [id]: 2 });
    return { id, reportId: 0, outsourcingId };
  };
  /**
   * Accepts the pieces in rework as a concession. No endpoint does this, so the function writes the same entries as an
   * endpoint would.
   */
  const acceptAsConcession = async ({ id }: ProcessRow) => {
    const { db } = connection;
    await db
      .insertInto('ledgerEntry')
      .values({
        factoryId,
        processId: id,
        fromAccount: 'reworkOpen',
        toAccount: 'concession',
        quantity: PLANNED_QUANTITY,
        reportId: null,
        reversesId: null,
      })
      .execute();
    await db
      .insertInto('processStateChange')
      .values({
        factoryId,
        processId: id,
        fromState: 'unfinished',
        toState: 'specialAcceptance',
        reportId: null,
      })
      .execute();
    await db
      .updateTable('process')
      .set({ reworkOpen: 0, concession: PLANNED_QUANTITY, state: 'specialAcceptance' })
      .where('factoryId', '=', factoryId)
      .where('id', '=', id)
      .execute();
  };
  /** Adds a process that has received all its pieces and has a report without pieces, which can be reversed. */
  const addTriedProcess = thenRun(
    thenRun(thenRun(addProcess, makeReceipt(PLANNED_QUANTITY)), makeStartStep(1)),
    endUnfinished,
  );
  const addConcededProcess = async () => {
    const row = await addTriedProcess();
    const otherRow = { ...row };
    await makeStartStep(PLANNED_QUANTITY)(otherRow);
    await makeFinishStep({ good: 0, rework: PLANNED_QUANTITY })(otherRow);
    await acceptAsConcession(row);
    return row;
  };
  const addStartedProcess = thenRun(addProcess, makeStartStep(1));
  /** Adds a process with a piece at a supplier, so that it stays unfinished if its report is reversed. */
  const addProcessWithSentPiece = thenRun(addProcess, sendPiece);
  const addFullyStartedProcess = thenRun(addProcess, makeStartStep(PLANNED_QUANTITY));
  return {
    enter: {
      notStarted: thenRun(addStartedProcess, reverseReport),
      partlyReceived: thenRun(addProcess, makeReceipt(1)),
      received: thenRun(addProcess, makeReceipt(PLANNED_QUANTITY)),
      processing: thenRun(addProcessWithSentPiece, makeStartStep(1)),
      unfinished: thenRun(
        thenRun(addProcessWithSentPiece, makeStartStep(2)),
        makeFinishStep({ good: 1, rework: 1 }),
      ),
      completed: thenRun(addFullyStartedProcess, makeFinishStep({ good: PLANNED_QUANTITY })),
      specialAcceptance: addConcededProcess,
      scrapped: thenRun(addFullyStartedProcess, makeFinishStep({ good: 0, scrap: PLANNED_QUANTITY })),
      // The suspension ends the report.
      suspended: thenRun(thenRun(addProcessWithSentPiece, makeStartStep(1)), suspendProcess),
    },
    fire: {
      receive: (row) => makeReceipt(1)({ ...row }),
      start: (row) => makeStartStep(1)({ ...row }),
      unfinished: endUnfinished,
      finish: makeFinishStep({ good: 1 }),
      rework: (row) => startRework({ ...row }),
      suspend: suspendProcess,
      resume: resumeProcess,
      outsource: sendPiece,
      return: ({ id, outsourcingId }) => returnPieces(outsourcingId, id, { good: 1 }),
      reverse: reverseReport,
    },
  };
}
