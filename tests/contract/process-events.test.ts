import { beforeAll, describe, expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '#shared/kernel/error-catalogue.ts';
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
import { makeTableVersionReader } from '#tests/support/table-versions.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import {
  CALLED_EVENTS,
  EVENTS_WITHOUT_CALL,
  makeProcessCalls,
  type CalledEvent,
  type ProcessCalls,
  type ProcessRow,
} from '#tests/support/process-event-calls.ts';

/** The paths of the events that have no call `/mes/report/<event>` or `/mes/process/<event>`. */
const OTHER_PATHS: Partial<Record<ProcessEvent, string>> = {
  rework: '/mes/report/start',
  outsource: '/mes/outsourcing/send',
  return: '/mes/outsourcing/return',
};

type Outcome = ProcessState | ErrorCode;

/**
 * The outcome of each event in each state: the next state of the process, or the error code of the refusal. Only in the
 * state `processing` is the last report of the process open. In every other state it is closed or reversed, so an event
 * that ends a report is refused because of this report.
 */
const EXPECTED_OUTCOMES: Record<ProcessState, Record<CalledEvent, Outcome>> = {
  notStarted: {
    receive: 'partlyReceived',
    start: 'processing',
    unfinished: 'reportReversed',
    finish: 'reportReversed',
    rework: 'quantityExceedsRework',
    suspend: 'suspended',
    resume: 'processState',
    outsource: 'unfinished',
    return: 'outsourcingState',
    // The state allows a reversal, but the only report is already reversed.
    reverse: 'reportReversed',
  },
  partlyReceived: {
    receive: 'partlyReceived',
    start: 'processing',
    unfinished: 'reportNotOpen',
    finish: 'reportNotOpen',
    rework: 'quantityExceedsRework',
    suspend: 'suspended',
    resume: 'processState',
    outsource: 'unfinished',
    return: 'outsourcingState',
    reverse: 'notStarted',
  },
  received: {
    // The state allows the event, but nothing is left to receive.
    receive: 'quantityExceedsReceivable',
    start: 'processing',
    unfinished: 'reportNotOpen',
    finish: 'reportNotOpen',
    rework: 'quantityExceedsRework',
    suspend: 'suspended',
    resume: 'processState',
    outsource: 'unfinished',
    return: 'outsourcingState',
    reverse: 'notStarted',
  },
  processing: {
    receive: 'processing',
    start: 'processing',
    unfinished: 'unfinished',
    finish: 'unfinished',
    rework: 'quantityExceedsRework',
    suspend: 'suspended',
    resume: 'processState',
    outsource: 'outsourcingForbidden',
    return: 'processing',
    reverse: 'unfinished',
  },
  unfinished: {
    receive: 'unfinished',
    start: 'processing',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    rework: 'processing',
    suspend: 'suspended',
    resume: 'processState',
    outsource: 'unfinished',
    return: 'unfinished',
    reverse: 'unfinished',
  },
  completed: {
    receive: 'processState',
    start: 'processState',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    rework: 'quantityExceedsRework',
    suspend: 'suspended',
    resume: 'processState',
    outsource: 'outsourcingForbidden',
    return: 'outsourcingState',
    reverse: 'notStarted',
  },
  specialAcceptance: {
    receive: 'processState',
    start: 'processState',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    rework: 'quantityExceedsRework',
    suspend: 'suspended',
    resume: 'processState',
    outsource: 'outsourcingForbidden',
    return: 'outsourcingState',
    reverse: 'specialAcceptance',
  },
  scrapped: {
    receive: 'processState',
    start: 'processState',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    rework: 'quantityExceedsRework',
    suspend: 'suspended',
    resume: 'processState',
    outsource: 'outsourcingForbidden',
    return: 'outsourcingState',
    reverse: 'notStarted',
  },
  suspended: {
    receive: 'processState',
    start: 'processState',
    unfinished: 'reportClosed',
    finish: 'reportClosed',
    rework: 'processState',
    suspend: 'processState',
    resume: 'unfinished',
    outsource: 'outsourcingForbidden',
    return: 'outsourcingForbidden',
    reverse: 'suspended',
  },
};

const isState = (outcome: Outcome): outcome is ProcessState =>
  (PROCESS_STATES as readonly string[]).includes(outcome);
/** The pairs of each state. Refused events come first, because they leave the process as it is. */
const pairs = PROCESS_STATES.flatMap((state) =>
  CALLED_EVENTS.map((event) => ({ state, event })).toSorted(
    (a, b) =>
      Number(isState(EXPECTED_OUTCOMES[a.state][a.event])) -
      Number(isState(EXPECTED_OUTCOMES[b.state][b.event])),
  ),
);

/** The events that the state allows, but that the pieces or the reports of a process in this state forbid. */
const GUARDED_PAIRS = [
  'notStarted × rework',
  'notStarted × return',
  'notStarted × reverse',
  'partlyReceived × rework',
  'partlyReceived × return',
  'received × receive',
  'received × rework',
  'received × return',
  'processing × rework',
  'completed × rework',
  'completed × return',
  'specialAcceptance × rework',
  'specialAcceptance × return',
  'scrapped × rework',
  'scrapped × return',
];

describe('the process', () => {
  test('accepts an event only in the states that its declaration allows', () => {
    const guardedPairs = pairs.filter(
      ({ state, event }) => isEventAllowed(state, event) !== isState(EXPECTED_OUTCOMES[state][event]),
    );
    expect(guardedPairs.map(({ state, event }) => `${state} × ${event}`)).toEqual(GUARDED_PAIRS);
    expect(
      pairs.filter(({ state, event }) => {
        const outcome = EXPECTED_OUTCOMES[state][event];
        return !isState(outcome) && !(outcome in ERRORS);
      }),
    ).toEqual([]);
  });

  test('has a call for every event, except for those that are listed', () => {
    const paths = formCallRoutes.map(({ path }) => path);
    const hasCall = (event: ProcessEvent) =>
      paths.includes(OTHER_PATHS[event] ?? `/mes/report/${event}`) || paths.includes(`/mes/process/${event}`);
    expect(PROCESS_EVENTS.filter((event) => !hasCall(event))).toEqual(EVENTS_WITHOUT_CALL);
  });
});

describeForEachDatabase('the events of the process', (database) => {
  let factory: TestFactory;
  let calls: ProcessCalls;
  let readVersions: () => Promise<Record<string, string>>;
  let checkedCount = 0;
  /** The process of the last test, if its event was refused. The next test of the same state uses it, too. */
  let unchangedProcess: { state: ProcessState; row: ProcessRow; versions: Record<string, string> } | null =
    null;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    readVersions = await makeTableVersionReader(factory.connection);
    calls = makeProcessCalls(factory);
  });
  const readState = async (id: number) =>
    (await factory.call<{ state: ProcessState }[]>('/mes/process/progress', { processId: id }))[0]!.state;

  test.each(pairs)('$state × $event', async ({ state, event }) => {
    const earlier = unchangedProcess?.state === state ? unchangedProcess : null;
    unchangedProcess = null;
    const row = earlier?.row ?? (await calls.enter[state]());
    expect(await readState(row.id)).toBe(state);
    const versionsBefore = earlier?.versions ?? (await readVersions());
    const code = await readRefusalCode(calls.fire[event](row));
    const versionsAfter = await readVersions();
    const outcome = EXPECTED_OUTCOMES[state][event];
    expect(code).toBe(isState(outcome) ? 'accepted' : outcome);
    expect(await readState(row.id)).toBe(isState(outcome) ? outcome : state);
    if (isState(outcome)) {
      expect(versionsAfter['log']).not.toBe(versionsBefore['log']);
      expect(versionsAfter['feed']).not.toBe(versionsBefore['feed']);
    } else {
      expect(versionsAfter).toEqual(versionsBefore);
      unchangedProcess = { state, row, versions: versionsAfter };
    }
    checkedCount += 1;
  });

  test('have checked every pair, and leave ledgers that agree with their entries', async () => {
    expectItemsChecked('states × events of the process, through calls', checkedCount);
    expect(checkedCount).toBe(PROCESS_STATES.length * CALLED_EVENTS.length);
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
