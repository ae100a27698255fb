import { describe, expect, test } from 'vitest';
import { listAllowedEvents, findNextState, type StateMachine } from '#shared/kernel/machine.ts';
import {
  isEventAllowed,
  PROCESS_EVENTS,
  PROCESS_EVENTS_BY_STATE,
  PROCESS_STATES,
  type ProcessEvent,
  type ProcessState,
} from '#shared/ledger/process-state.ts';
import { terms } from '#shared/terms/index.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const stateMachineModules = import.meta.glob('../../shared/machines/*.ts', { eager: true }) as Record<
  string,
  Record<string, unknown>
>;
const isStateMachine = (value: unknown): value is StateMachine =>
  typeof value === 'object' && value !== null && 'moves' in value && 'initial' in value;
const stateMachines = Object.values(stateMachineModules)
  .flatMap((module) => Object.values(module))
  .filter(isStateMachine);

test('there is a file for every machine', () => {
  expectItemsChecked('machines declared as tables', stateMachines.length);
  expectItemsChecked('files of machines', Object.keys(stateMachineModules).length);
});

describe.each(stateMachines.map((machine) => [machine.name, machine] as const))(
  'the machine %s',
  (_, machine) => {
    test('lists the moves of every state, and of no other state', () => {
      expect(Object.keys(machine.moves).sort()).toEqual([...machine.states].sort());
      expect(machine.states).toContain(machine.initial);
      expect(new Set(machine.states).size).toBe(machine.states.length);
    });

    test('leads every state and event to one of its states, or forbids it', () => {
      let checkedCount = 0;
      for (const state of machine.states) {
        const allowedEvents = new Set(listAllowedEvents(machine, state));
        for (const event of machine.events) {
          const nextState = findNextState(machine, state, event);
          expect(nextState !== null, `${state} × ${event}`).toBe(allowedEvents.has(event));
          if (nextState !== null) expect(machine.states).toContain(nextState);
          checkedCount += 1;
        }
        expect(Object.keys(machine.moves[state]!).filter((event) => !machine.events.includes(event))).toEqual(
          [],
        );
      }
      expectItemsChecked(`states × events of ${machine.name}`, checkedCount);
      expect(checkedCount).toBe(machine.states.length * machine.events.length);
    });

    test('reaches every state, and uses every event', () => {
      const reachedStates = new Set([machine.initial]);
      for (const state of reachedStates)
        for (const nextState of Object.values(machine.moves[state]!)) reachedStates.add(nextState!);
      expect(machine.states.filter((state) => !reachedStates.has(state))).toEqual([]);
      const usedEvents = new Set(machine.states.flatMap((state) => Object.keys(machine.moves[state]!)));
      expect(machine.events.filter((event) => !usedEvents.has(event))).toEqual([]);
    });

    test('has a term for every state', () => {
      expect(machine.states.filter((state) => !(state in terms))).toEqual([]);
    });
  },
);

/** The states of a process that still has work to do, has no open report and is not suspended. */
const IDLE_UNFINISHED_STATES: ProcessState[] = ['notStarted', 'partlyReceived', 'received', 'unfinished'];
const DONE_STATES: ProcessState[] = ['completed', 'specialAcceptance', 'scrapped'];
/** The states in which each event is legal. The domain document (§5) has the same table. */
const LEGAL_STATES_BY_EVENT: Record<ProcessEvent, ProcessState[]> = {
  receive: [...IDLE_UNFINISHED_STATES, 'processing'],
  start: [...IDLE_UNFINISHED_STATES, 'processing'],
  unfinished: ['processing'],
  finish: ['processing'],
  rework: [...IDLE_UNFINISHED_STATES, ...DONE_STATES, 'processing'],
  outsidePlan: [...IDLE_UNFINISHED_STATES, ...DONE_STATES, 'processing', 'suspended'],
  suspend: [...IDLE_UNFINISHED_STATES, ...DONE_STATES, 'processing'],
  resume: ['suspended'],
  // A process with an open report cannot be outsourced.
  outsource: IDLE_UNFINISHED_STATES,
  return: [...IDLE_UNFINISHED_STATES, ...DONE_STATES, 'processing'],
  reverse: [...IDLE_UNFINISHED_STATES, ...DONE_STATES, 'processing', 'suspended'],
};

describe('the process', () => {
  test('allows every event exactly from the states that the domain document names', () => {
    let checkedCount = 0;
    for (const state of PROCESS_STATES) {
      for (const event of PROCESS_EVENTS) {
        expect(isEventAllowed(state, event), `${state} × ${event}`).toBe(
          LEGAL_STATES_BY_EVENT[event].includes(state),
        );
        checkedCount += 1;
      }
    }
    expectItemsChecked('states × events of the process', checkedCount);
    expect(checkedCount).toBe(PROCESS_STATES.length * PROCESS_EVENTS.length);
  });

  test('lists the moves of every state, and has terms for states and events', () => {
    expect(Object.keys(PROCESS_EVENTS_BY_STATE).sort()).toEqual([...PROCESS_STATES].sort());
    expect([...PROCESS_STATES, ...PROCESS_EVENTS].filter((word) => !(word in terms))).toEqual([]);
  });
});
