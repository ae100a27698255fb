/**
 * A state machine as a table. `moves` has the events that each state allows, and the state that follows each event.
 */
export interface StateMachine<S extends string = string, E extends string = string> {
  readonly name: string;
  readonly states: readonly S[];
  readonly events: readonly E[];
  readonly initial: S;
  readonly moves: { readonly [From in S]: { readonly [Event in E]?: S } };
}

/** Declares a state machine. A state without moves is final. */
export const defineStateMachine = <const S extends string, const E extends string>(machine: {
  name: string;
  states: readonly S[];
  events: readonly E[];
  initial: NoInfer<S>;
  moves: { readonly [From in NoInfer<S>]: { readonly [Event in NoInfer<E>]?: NoInfer<S> } };
}): StateMachine<S, E> => machine;

/**
 * Finds the state that an event leads to.
 * @returns the next state, or null if the state forbids the event
 */
export const findNextState = <S extends string, E extends string>(
  machine: StateMachine<S, E>,
  state: S,
  event: E,
): S | null => machine.moves[state][event] ?? null;

/** Lists the events that a state allows, in the order of the declaration. */
export const listAllowedEvents = <S extends string, E extends string>(
  machine: StateMachine<S, E>,
  state: S,
): E[] => machine.events.filter((event) => machine.moves[state][event] !== undefined);
