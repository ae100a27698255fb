import { describe, expect, test } from 'vitest';
import { eventsFrom, nextState, type Machine } from '#shared/kernel/machine.ts';
import {
  allows,
  PROCESS_EVENTS,
  PROCESS_MOVES,
  PROCESS_STATES,
  type ProcessEvent,
  type ProcessState,
} from '#shared/ledger/process-state.ts';
import { terms } from '#shared/terms/index.ts';
import { checked } from '#tests/support/checked.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../shared/machines/*.ts', { eager: true });
const isMachine = (value: unknown): value is Machine =>
  typeof value === 'object' && value !== null && 'moves' in value && 'initial' in value;
const machines = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isMachine);

test('there is a file for every machine', () => {
  checked('machines declared as tables', machines.length);
  checked('files of machines', Object.keys(modules).length);
});

describe.each(machines.map((machine) => [machine.name, machine] as const))('the machine %s', (_, machine) => {
  test('lists the moves of every state, and of no other state', () => {
    expect(Object.keys(machine.moves).sort()).toEqual([...machine.states].sort());
    expect(machine.states).toContain(machine.initial);
    expect(new Set(machine.states).size).toBe(machine.states.length);
  });

  test('leads every state and event to one of its states, or forbids it', () => {
    let walked = 0;
    for (const state of machine.states) {
      const allowed = new Set(eventsFrom(machine, state));
      for (const event of machine.events) {
        const next = nextState(machine, state, event);
        expect(next !== null, `${state} × ${event}`).toBe(allowed.has(event));
        if (next !== null) expect(machine.states).toContain(next);
        walked += 1;
      }
      expect(Object.keys(machine.moves[state]!).filter((event) => !machine.events.includes(event))).toEqual(
        [],
      );
    }
    checked(`states × events of ${machine.name}`, walked);
    expect(walked).toBe(machine.states.length * machine.events.length);
  });

  test('reaches every state, and uses every event', () => {
    const reached = new Set([machine.initial]);
    for (const state of reached) for (const next of Object.values(machine.moves[state]!)) reached.add(next!);
    expect(machine.states.filter((state) => !reached.has(state))).toEqual([]);
    const used = new Set(machine.states.flatMap((state) => Object.keys(machine.moves[state]!)));
    expect(machine.events.filter((event) => !used.has(event))).toEqual([]);
  });

  test('has a term for every state', () => {
    expect(machine.states.filter((state) => !(state in terms))).toEqual([]);
  });
});

/** States in which work on a process can begin. */
const OPEN: ProcessState[] = ['notStarted', 'partlyReceived', 'received', 'unfinished'];
const DONE: ProcessState[] = ['completed', 'specialAcceptance', 'scrapped'];
/** The states in which each event is legal. The domain document (§5) has the same table. */
const LEGAL: Record<ProcessEvent, ProcessState[]> = {
  receive: [...OPEN, 'processing'],
  start: [...OPEN, 'processing'],
  unfinished: ['processing'],
  finish: ['processing'],
  outsidePlan: [...OPEN, ...DONE, 'processing', 'suspended'],
  suspend: [...OPEN, ...DONE, 'processing'],
  resume: ['suspended'],
  // A process with an open report cannot be outsourced.
  outsource: OPEN,
  return: [...OPEN, ...DONE, 'processing'],
  reverse: [...OPEN, ...DONE, 'processing', 'suspended'],
};

describe('the process', () => {
  test('allows every event exactly from the states that the domain document names', () => {
    let walked = 0;
    for (const state of PROCESS_STATES) {
      for (const event of PROCESS_EVENTS) {
        expect(allows(state, event), `${state} × ${event}`).toBe(LEGAL[event].includes(state));
        walked += 1;
      }
    }
    checked('states × events of the process', walked);
    expect(walked).toBe(PROCESS_STATES.length * PROCESS_EVENTS.length);
  });

  test('lists the moves of every state, and has terms for states and events', () => {
    expect(Object.keys(PROCESS_MOVES).sort()).toEqual([...PROCESS_STATES].sort());
    expect([...PROCESS_STATES, ...PROCESS_EVENTS].filter((word) => !(word in terms))).toEqual([]);
  });
});
