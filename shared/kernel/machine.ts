/** A state machine as a table: for each state the events that are legal there, and where each leads. */
export interface Machine<S extends string = string, E extends string = string> {
  readonly name: string;
  readonly states: readonly S[];
  readonly events: readonly E[];
  readonly initial: S;
  readonly moves: { readonly [From in S]: { readonly [Event in E]?: S } };
}

/** Declares a machine; a state without moves is final. */
export const defineMachine = <const S extends string, const E extends string>(machine: {
  name: string;
  states: readonly S[];
  events: readonly E[];
  initial: NoInfer<S>;
  moves: { readonly [From in NoInfer<S>]: { readonly [Event in NoInfer<E>]?: NoInfer<S> } };
}): Machine<S, E> => machine;

/**
 * Where an event leads from a state.
 * @returns the next state, or null where the state forbids the event
 */
export const nextState = <S extends string, E extends string>(
  machine: Machine<S, E>,
  state: S,
  event: E,
): S | null => machine.moves[state][event] ?? null;

/** The events that a state allows, in the order of the declaration. */
export const eventsFrom = <S extends string, E extends string>(machine: Machine<S, E>, state: S): E[] =>
  machine.events.filter((event) => machine.moves[state][event] !== undefined);
