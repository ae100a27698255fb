import { beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { findNextState, type StateMachine } from '#shared/kernel/machine.ts';
import { expectItemsChecked } from './expect-items-checked.ts';
import { readRefusalCode } from './floor.ts';

/** The table that every evaluation of the alarm rules writes, even if no alarm changes. */
const OBSERVATION_TABLE = 'alarm_condition';

/**
 * The outcome of an event in a state that does not allow the event: the error code of the refusal; `keepsState` if the
 * event writes something but the state stays; `unchanged` if the event writes nothing.
 */
export type IllegalOutcome = ErrorCode | 'keepsState' | 'unchanged';

/**
 * The calls that bring a new row into each state, and that fire each event. A state or event without a call does not
 * compile.
 */
export interface StateEventCalls<S extends string, E extends string, R> {
  /** Adds a row and brings it into the state. */
  enter: { readonly [State in S]: () => Promise<R> };
  fire: { readonly [Event in E]: (row: R) => Promise<unknown> };
  readState: (row: R) => Promise<S>;
  getIllegalOutcome: (state: S, event: E) => IllegalOutcome;
}

/** Returns a function that runs `step` for the row that `enter` adds, and returns this row. */
export const thenRun =
  <R>(enter: () => Promise<R>, step: (row: R) => Promise<unknown>) =>
  async (): Promise<R> => {
    const row = await enter();
    await step(row);
    return row;
  };

/**
 * Registers a test for each pair of a state and an event. A legal event must lead to the declared state, and must be
 * in the audit log and the change feed. An illegal event must be refused with the right code, and must change no table.
 * @param readVersions returns the row count and the last transaction of each table, by table name
 * @param prepare makes the calls; it runs before the first test
 */
export function testEachStateAndEvent<S extends string, E extends string, R>(
  machine: StateMachine<S, E>,
  readVersions: () => Promise<Record<string, string>>,
  prepare: () => Promise<StateEventCalls<S, E, R>>,
): void {
  const isLegal = ({ state, event }: { state: S; event: E }) => findNextState(machine, state, event) !== null;
  let calls: StateEventCalls<S, E, R>;
  let checkedCount = 0;
  /** The row of the last test, if its event changed nothing. The next test of the same state uses it, too. */
  let unchangedRow: { state: S; row: R; versions: Record<string, string> } | null = null;
  beforeAll(async () => {
    calls = await prepare();
  });
  const pairs = machine.states.flatMap((state) =>
    machine.events
      .map((event) => ({ state, event }))
      // Illegal events come first, because they leave the row as it is.
      .toSorted((a, b) => Number(isLegal(a)) - Number(isLegal(b))),
  );
  test.each(pairs)('$state × $event', async ({ state, event }) => {
    const earlier = unchangedRow?.state === state ? unchangedRow : null;
    unchangedRow = null;
    const row = earlier?.row ?? (await calls.enter[state]());
    expect(await calls.readState(row)).toBe(state);
    const next = findNextState(machine, state, event);
    const outcome = next === null ? calls.getIllegalOutcome(state, event) : 'moves';
    const isAccepted = outcome === 'moves' || outcome === 'keepsState' || outcome === 'unchanged';
    const before = earlier?.versions ?? (await readVersions());
    const code = await readRefusalCode(calls.fire[event](row));
    const after = await readVersions();
    expect(code).toBe(isAccepted ? 'accepted' : outcome);
    expect(await calls.readState(row)).toBe(next ?? state);
    if (outcome === 'moves' || outcome === 'keepsState') {
      expect(after['log']).not.toBe(before['log']);
      expect(after['feed']).not.toBe(before['feed']);
    } else {
      const unobserved =
        outcome === 'unchanged' ? { ...after, [OBSERVATION_TABLE]: before[OBSERVATION_TABLE] } : after;
      expect(unobserved).toEqual(before);
      unchangedRow = { state, row, versions: after };
    }
    checkedCount += 1;
  });
  test('has checked every pair', () => {
    expectItemsChecked(`states × events of ${machine.name}, through calls`, checkedCount);
    expect(checkedCount).toBe(machine.states.length * machine.events.length);
  });
}
