import { beforeAll, describe, expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '#shared/kernel/errors.ts';
import {
  isEventAllowed,
  PROCESS_EVENTS,
  PROCESS_STATES,
  type ProcessEvent,
  type ProcessState,
} from '#shared/ledger/process-state.ts';
import { formCallRoutes } from '#server/mes/routes.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { readTableVersions } from '#tests/support/table-versions.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { startWork, type ReportAnswer } from '#tests/support/reports.ts';
import { thenRun } from '#tests/support/state-event-tests.ts';

/** The events that no call fires. */
const EVENTS_WITHOUT_CALL = ['outsidePlan', 'outsource', 'return'] as const satisfies readonly ProcessEvent[];
type CalledEvent = Exclude<ProcessEvent, (typeof EVENTS_WITHOUT_CALL)[number]>;
const CALLED_EVENTS = PROCESS_EVENTS.filter(
  (event): event is CalledEvent => !(EVENTS_WITHOUT_CALL as readonly ProcessEvent[]).includes(event),
);

type Outcome = ProcessState | ErrorCode;

const PLANNED_QUANTITY = 4;

/**
 * What each event does in each state: the next state of the process, or the error code of the refusal. The row that
 * enters a state has a report that is closed or reversed, so an event that ends a report names why it cannot.
 */
const OUTCOMES: Record<ProcessState, Record<CalledEvent, Outcome>> = {
  notStarted: {
    receive: 'partlyReceived',
    start: 'processing',
    unfinished: 'reportReversed',
    finish: 'reportReversed',
    suspend: 'suspended',
    resume: 'processState',
    // The state allows a reversal, but without pieces and reports there is nothing to reverse.
    reverse: 'reportReversed',
  },
  partlyReceived: {
    receive: 'partlyReceived',
    start: 'processing',
    unfinished: 'reportNotOpen',
    finish: 'reportNotOpen',
    suspend: 'suspended',
    resume: 'processState',
    reverse: 'notStarted',
  },
  received: {
    // The state allows the event, but a process is received when nothing can be received any more.
    receive: 'quantityExceedsReceivable',
    start: 'processing',
    unfinished: 'reportNotOpen',
    finish: 'reportNotOpen',
    suspend: 'suspended',
    resume: 'processState',
    reverse: 'notStarted',
  },
  processing: {
    receive: 'processing',
    start: 'processing',
    unfinished: 'unfinished',
    finish: 'unfinished',
    suspend: 'suspended',
    resume: 'processState',
    reverse: 'notStarted',
  },
  unfinished: {
    receive: 'unfinished',
    start: 'processing',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    suspend: 'suspended',
    resume: 'processState',
    reverse: 'notStarted',
  },
  completed: {
    receive: 'processState',
    start: 'processState',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    suspend: 'suspended',
    resume: 'processState',
    reverse: 'notStarted',
  },
  specialAcceptance: {
    receive: 'processState',
    start: 'processState',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    suspend: 'suspended',
    resume: 'processState',
    reverse: 'specialAcceptance',
  },
  scrapped: {
    receive: 'processState',
    start: 'processState',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    suspend: 'suspended',
    resume: 'processState',
    reverse: 'notStarted',
  },
  suspended: {
    receive: 'processState',
    start: 'processState',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    suspend: 'processState',
    resume: 'unfinished',
    reverse: 'suspended',
  },
};

const isState = (outcome: Outcome): outcome is ProcessState =>
  (PROCESS_STATES as readonly string[]).includes(outcome);
const pairs = PROCESS_STATES.flatMap((state) => CALLED_EVENTS.map((event) => ({ state, event })));

/** The pairs that the state allows and that the quantities of each process in the state forbid. */
const GUARDED_PAIRS = ['notStarted × reverse', 'received × receive'];

describe('the process', () => {
  test('accepts an event only in the states that its declaration allows', () => {
    const guarded = pairs.filter(
      ({ state, event }) => isEventAllowed(state, event) !== isState(OUTCOMES[state][event]),
    );
    expect(guarded.map(({ state, event }) => `${state} × ${event}`)).toEqual(GUARDED_PAIRS);
    expect(
      pairs.filter(({ state, event }) => {
        const outcome = OUTCOMES[state][event];
        return !isState(outcome) && !(outcome in ERRORS);
      }),
    ).toEqual([]);
  });

  test('has a call for every event, except for those that are listed', () => {
    const paths = formCallRoutes.map(({ path }) => path);
    const hasCall = (event: ProcessEvent) =>
      paths.includes(`/mes/report/${event}`) || paths.includes(`/mes/process/${event}`);
    expect(PROCESS_EVENTS.filter((event) => !hasCall(event))).toEqual(EVENTS_WITHOUT_CALL);
  });
});

interface ProcessRow {
  id: number;
  /** The report that the events end or reverse. */
  reportId: number;
}

interface ProcessCalls {
  enter: Record<ProcessState, () => Promise<ProcessRow>>;
  fire: Record<CalledEvent, (row: ProcessRow) => Promise<unknown>>;
}

function makeProcessCalls(factory: TestFactory): ProcessCalls {
  const { call, connection, factoryId } = factory;
  /** Makes a call that posts a report, and keeps the id of the report. */
  const post = (run: (row: ProcessRow) => Promise<{ reportId: number }>) => async (row: ProcessRow) =>
    void (row.reportId = (await run(row)).reportId);
  const receive = (quantity: number) =>
    post(({ id }) => call<ReportAnswer>('/mes/report/receive', { processId: id, quantity }));
  const start = (quantity: number) => post(({ id }) => startWork(call, id, quantity));
  const finish = (fields: Record<string, number>) => (row: ProcessRow) =>
    call('/mes/report/finish', { reportId: row.reportId, ...fields });
  const endUnfinished = ({ reportId }: ProcessRow) =>
    call('/mes/report/unfinished', { reportId, good: 0, scrap: 0, rework: 0 });
  const reverse = ({ reportId }: ProcessRow) =>
    call('/mes/report/reverse', { reportId, reason: 'counted wrong' });
  const suspend = async ({ id }: ProcessRow) => {
    const [progress] = await call<{ open: { reportId: number }[] }[]>('/mes/process/progress', {
      processId: id,
    });
    const seenReportIds = progress!.open.map((report) => report.reportId);
    return call('/mes/process/suspend', { processId: id, reason: 'no material', seenReportIds });
  };
  const resume = ({ id }: ProcessRow) => call('/mes/process/resume', { processId: id });

  const addProcess = async (): Promise<ProcessRow> => {
    // One person may operate a hundred machines, so no report is refused because of another one.
    const order = await factory.createOrder(PLANNED_QUANTITY, [{ name: 'Turning', manMachineRatio: 0.01 }]);
    return { id: order.processIds[0]!, reportId: 0 };
  };
  /** Accepts the pieces in rework as a concession. No call does this, so it is written as a call would write it. */
  const concede = async ({ id }: ProcessRow) => {
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
  /** Adds a process that has received everything, and that has a report without pieces, which can be reversed. */
  const enterTried = thenRun(
    thenRun(thenRun(addProcess, receive(PLANNED_QUANTITY)), start(1)),
    endUnfinished,
  );
  const enterConceded = async () => {
    const row = await enterTried();
    const other = { ...row };
    await start(PLANNED_QUANTITY)(other);
    await finish({ good: 0, rework: PLANNED_QUANTITY })(other);
    await concede(row);
    return row;
  };
  const enterStarted = thenRun(addProcess, start(1));
  const enterAllStarted = thenRun(addProcess, start(PLANNED_QUANTITY));
  return {
    enter: {
      notStarted: thenRun(enterStarted, reverse),
      partlyReceived: thenRun(addProcess, receive(1)),
      received: thenRun(addProcess, receive(PLANNED_QUANTITY)),
      processing: enterStarted,
      unfinished: thenRun(enterStarted, finish({ good: 1 })),
      completed: thenRun(enterAllStarted, finish({ good: PLANNED_QUANTITY })),
      specialAcceptance: enterConceded,
      scrapped: thenRun(enterAllStarted, finish({ good: 0, scrap: PLANNED_QUANTITY })),
      // The suspension ends the report.
      suspended: thenRun(enterStarted, suspend),
    },
    fire: {
      receive: (row) => receive(1)({ ...row }),
      start: (row) => start(1)({ ...row }),
      unfinished: endUnfinished,
      finish: finish({ good: 1 }),
      suspend,
      resume,
      reverse,
    },
  };
}

describeForEachDatabase('the events of the process', (database) => {
  let factory: TestFactory;
  let calls: ProcessCalls;
  let checkedCount = 0;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeProcessCalls(factory);
  });
  const readState = async (id: number) =>
    (await factory.call<{ state: ProcessState }[]>('/mes/process/progress', { processId: id }))[0]!.state;

  test.each(pairs)('$state × $event', async ({ state, event }) => {
    const row = await calls.enter[state]();
    expect(await readState(row.id)).toBe(state);
    const before = await readTableVersions(factory.connection);
    const code = await readRefusalCode(calls.fire[event](row));
    const after = await readTableVersions(factory.connection);
    const outcome = OUTCOMES[state][event];
    expect(code).toBe(isState(outcome) ? 'accepted' : outcome);
    expect(await readState(row.id)).toBe(isState(outcome) ? outcome : state);
    if (isState(outcome)) {
      expect(after['log']).not.toBe(before['log']);
      expect(after['feed']).not.toBe(before['feed']);
    } else expect(after).toEqual(before);
    checkedCount += 1;
  });

  test('have checked every pair, and leave ledgers that agree with their entries', async () => {
    expectItemsChecked('states × events of the process, through calls', checkedCount);
    expect(checkedCount).toBe(PROCESS_STATES.length * CALLED_EVENTS.length);
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
