import { beforeAll, describe, expect, test } from 'vitest';
import { getEntity } from '#shared/entities/index.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { StateMachine } from '#shared/kernel/machine.ts';
import { alarmStateMachine, type AlarmEvent, type AlarmState } from '#shared/machines/alarm.ts';
import { cardStateMachine } from '#shared/machines/card.ts';
import { correctiveActionStateMachine } from '#shared/machines/corrective-action.ts';
import { inspectionStateMachine } from '#shared/machines/inspection.ts';
import { andonCallStateMachine, type CallEvent, type CallState } from '#shared/machines/andon-call.ts';
import { outsourcingStateMachine } from '#shared/machines/outsourcing-order.ts';
import { qualityExceptionStateMachine } from '#shared/machines/quality-exception.ts';
import { qualityPenaltyStateMachine } from '#shared/machines/quality-penalty.ts';
import { revisionStateMachine, type RevisionEvent, type RevisionState } from '#shared/machines/revision.ts';
import { workOrderStateMachine } from '#shared/machines/work-order.ts';
import { ENTITIES_WITH_REVISIONS, type EntityWithRevisions } from '#server/hooks/revision.ts';
import { createAlarmFixture, type AlarmFixture } from '#tests/support/alarm-fixture.ts';
import { calledCardMachine, CARD_EVENTS_WITHOUT_CALL, prepareCards } from '#tests/support/card-events.ts';
import { createAndonFactory, type RaisedCall } from '#tests/support/call-floor.ts';
import { prepareCorrectives } from '#tests/support/corrective-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { prepareInspections } from '#tests/support/inspection-floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { prepareOutsourcingOrders } from '#tests/support/outsourcing-states.ts';
import { plannerStateMachine, prepareOrders } from '#tests/support/order-state-events.ts';
import { prepareExceptions, preparePenalties } from '#tests/support/quality-states.ts';
import { makeTableVersionReader } from '#tests/support/table-versions.ts';
import {
  testEachStateAndEvent,
  thenRun,
  type IllegalOutcome,
  type StateEventCalls,
} from '#tests/support/state-event-tests.ts';

const machineModules = import.meta.glob('../../shared/machines/*.ts', { eager: true }) as Record<
  string,
  Record<string, unknown>
>;
const isStateMachine = (value: unknown): value is StateMachine =>
  typeof value === 'object' && value !== null && 'moves' in value;

test('the events of every declared machine are tested', () => {
  const declaredMachines = Object.values(machineModules)
    .flatMap((module) => Object.values(module))
    .filter(isStateMachine);
  expect(new Set(declaredMachines)).toEqual(
    new Set([
      workOrderStateMachine,
      andonCallStateMachine,
      alarmStateMachine,
      revisionStateMachine,
      outsourcingStateMachine,
      cardStateMachine,
      inspectionStateMachine,
      qualityExceptionStateMachine,
      qualityPenaltyStateMachine,
      correctiveActionStateMachine,
    ]),
  );
});

async function prepareCalls(
  factory: TestFactory,
): Promise<StateEventCalls<CallState, CallEvent, RaisedCall>> {
  const andonFactory = await createAndonFactory(factory);
  const raiseCall = () => andonFactory.raiseCall();
  /**
   * Makes a function that fires an event for a call with its current version, so that only the state can forbid the
   * event.
   */
  const makeCallMove = (event: CallEvent, fields: Record<string, unknown> = {}) => {
    return async (call: RaisedCall) => {
      const person = event === 'cancel' ? andonFactory.worker : andonFactory.fitter;
      Object.assign(call, await andonFactory.moveCall(person, event, call, fields));
    };
  };
  const fireByEvent: Record<CallEvent, (call: RaisedCall) => Promise<unknown>> = {
    acknowledge: makeCallMove('acknowledge'),
    arrive: makeCallMove('arrive'),
    solve: makeCallMove('solve', { solution: 'New tool' }),
    cancel: makeCallMove('cancel', { reason: 'Wrong device' }),
  };
  const addAcknowledgedCall = thenRun(raiseCall, fireByEvent.acknowledge);
  const addCallOnSite = thenRun(addAcknowledgedCall, fireByEvent.arrive);
  return {
    enter: {
      raised: raiseCall,
      acknowledged: addAcknowledgedCall,
      onSite: addCallOnSite,
      solved: thenRun(addCallOnSite, fireByEvent.solve),
      cancelled: thenRun(raiseCall, fireByEvent.cancel),
    },
    fire: fireByEvent,
    readState: async ({ id }) =>
      (await factory.call<{ state: CallState }>('/mes/andon/call/get', { id })).state,
    getIllegalOutcome: () => 'callState',
  };
}

interface AlarmRow {
  fixture: AlarmFixture;
  rule: { id: number; name: string };
  /** The alarm fires while this call for help is open. Null after the call has ended. */
  openCall: RaisedCall | null;
}

/** The outcome of each event in a state that does not allow the event; null if the state allows the event. */
const ALARM_OUTCOMES: Record<AlarmState, Record<AlarmEvent, IllegalOutcome | null>> = {
  firing: { acknowledge: null, resolve: null, recur: 'keepsState' },
  acknowledged: { acknowledge: 'alarmState', resolve: null, recur: 'keepsState' },
  resolved: { acknowledge: 'alarmEnded', resolve: 'unchanged', recur: null },
};

function prepareAlarms(factory: TestFactory): Promise<StateEventCalls<AlarmState, AlarmEvent, AlarmRow>> {
  const readAlarm = async ({ fixture, rule }: AlarmRow) => (await fixture.listAlarmsOf(rule))[0]!;
  const addFiringAlarm = async (): Promise<AlarmRow> => {
    const fixture = await createAlarmFixture(factory.connection);
    const row = { fixture, rule: await fixture.addRule(), openCall: await fixture.andon.raiseCall() };
    await fixture.evaluate();
    return row;
  };
  const acknowledgeAlarm = async (row: AlarmRow) =>
    row.fixture.acknowledge(row.fixture.factory, await readAlarm(row));
  const resolveAlarm = async (row: AlarmRow) => {
    if (row.openCall) await row.fixture.endCall(row.openCall);
    row.openCall = null;
    await row.fixture.evaluate();
  };
  const fireAlarmAgain = async ({ fixture }: AlarmRow) => {
    await fixture.andon.raiseCall();
    await fixture.evaluate();
  };
  return Promise.resolve({
    enter: {
      firing: addFiringAlarm,
      acknowledged: thenRun(addFiringAlarm, acknowledgeAlarm),
      resolved: thenRun(addFiringAlarm, resolveAlarm),
    },
    fire: { acknowledge: acknowledgeAlarm, resolve: resolveAlarm, recur: fireAlarmAgain },
    readState: async (row) => (await readAlarm(row)).state,
    getIllegalOutcome: (state, event) => ALARM_OUTCOMES[state][event]!,
  });
}

interface RevisionRow {
  id: number;
  version: number;
}

const REVISION_CONTENTS: Record<EntityWithRevisions, (craftId: number) => Record<string, unknown>> = {
  processLibrary: (craftId) => ({ processes: [{ seq: 10, craftId }] }),
  sip: (craftId) => ({ craftId, characteristics: [{ seq: 1, name: 'Diameter', kind: 'judged' }] }),
  sop: (craftId) => ({ craftId, steps: [{ seq: 1, instruction: 'Clamp the part' }] }),
};
const REVISION_REFUSAL: ErrorCode = 'editionFixed';

async function prepareRevisions(
  factory: TestFactory,
  entity: EntityWithRevisions,
): Promise<StateEventCalls<RevisionState, RevisionEvent, RevisionRow>> {
  const { call } = factory;
  const { path } = getEntity(entity);
  const craft = await call<{ id: number }>('/mes/system/basic/crafts/save', {
    code: makeUniqueText('K'),
    name: 'Turning',
  });
  const addDraft = () =>
    call<RevisionRow>(`${path}/save`, {
      code: makeUniqueText('E'),
      name: 'Shaft',
      ...REVISION_CONTENTS[entity](craft.id),
    });
  const makeRevisionMove = (event: RevisionEvent) => async (row: RevisionRow) =>
    void Object.assign(
      row,
      await call<RevisionRow>(`${path}/${event}`, { id: row.id, version: row.version }),
    );
  const addPublishedRevision = thenRun(addDraft, makeRevisionMove('publish'));
  return {
    enter: {
      draft: addDraft,
      published: addPublishedRevision,
      withdrawn: thenRun(addPublishedRevision, makeRevisionMove('withdraw')),
    },
    fire: { publish: makeRevisionMove('publish'), withdraw: makeRevisionMove('withdraw') },
    readState: async ({ id }) => (await call<{ state: RevisionState }>(`${path}/get`, { id })).state,
    getIllegalOutcome: () => REVISION_REFUSAL,
  };
}

describeForEachDatabase('through the calls', (database) => {
  let factory: TestFactory;
  let readTables: () => Promise<Record<string, string>>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    readTables = await makeTableVersionReader(factory.connection);
  });
  const readVersions = () => readTables();

  describe('the work order', () => {
    testEachStateAndEvent(workOrderStateMachine, readVersions, () => prepareOrders(factory));
    describe('in batches', () => {
      testEachStateAndEvent(plannerStateMachine, readVersions, () =>
        prepareOrders(factory, { inBatches: true }),
      );
    });
    test('leaves ledgers that agree with their entries', async () => {
      expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
    });
  });
  describe('the process card', () => {
    testEachStateAndEvent(calledCardMachine, readVersions, () => prepareCards(factory));
    test('has a call for every event except those that are listed', () => {
      expect(
        cardStateMachine.events.filter(
          (event) => !calledCardMachine.events.some((calledEvent) => calledEvent === event),
        ),
      ).toEqual(CARD_EVENTS_WITHOUT_CALL);
    });
  });
  describe('the andon call', () => {
    testEachStateAndEvent(andonCallStateMachine, readVersions, () => prepareCalls(factory));
  });
  describe('the outsourcing order', () => {
    testEachStateAndEvent(outsourcingStateMachine, readVersions, () => prepareOutsourcingOrders(factory));
    test('leaves ledgers that agree with their entries', async () => {
      expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
    });
  });
  describe('the quality exception', () => {
    testEachStateAndEvent(qualityExceptionStateMachine, readVersions, () => prepareExceptions(factory));
    test('leaves ledgers that agree with their entries', async () => {
      expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
    });
  });
  describe('the inspection', () => {
    testEachStateAndEvent(inspectionStateMachine, readVersions, () => prepareInspections(factory));
  });
  describe('the quality penalty', () => {
    testEachStateAndEvent(qualityPenaltyStateMachine, readVersions, () => preparePenalties(factory));
  });
  describe('the corrective action', () => {
    testEachStateAndEvent(correctiveActionStateMachine, readVersions, () => prepareCorrectives(factory));
  });
  describe('the alarm', () => {
    testEachStateAndEvent(alarmStateMachine, readVersions, () => prepareAlarms(factory));
  });
  describe.each(ENTITIES_WITH_REVISIONS)('the revision of %s', (entity) => {
    testEachStateAndEvent(revisionStateMachine, readVersions, () => prepareRevisions(factory, entity));
  });
});
