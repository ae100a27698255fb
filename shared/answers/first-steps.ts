import type { SetUpEntity } from '#shared/rules/set-up.ts';

/** A terminal of the demonstration factory, and a person who can report there. */
export interface DemoTerminal {
  readonly code: string;
  readonly name: string;
  readonly person: string;
  readonly badge: string;
}

/**
 * The actions that a person can try in the demonstration factory. They include only actions that the person
 * may do.
 */
export interface DemoSteps {
  readonly terminal: DemoTerminal | null;
  readonly mayAddOrders: boolean;
  readonly maySwitchSimulator: boolean;
}

/** The progress of one kind of data that a new factory sets up. */
export interface SetUpProgress {
  readonly entity: SetUpEntity;
  /** The number of rows, at most 999. */
  readonly count: number;
  readonly isDone: boolean;
}

/** The first steps on the home page. At least one of `demo` and `setUp` is null. */
export interface FirstSteps {
  /** Whether the person has hidden the first steps. */
  readonly isHidden: boolean;
  readonly demo: DemoSteps | null;
  /** The kinds of data that the person may add; null if there are none, or if all of them are done. */
  readonly setUp: readonly SetUpProgress[] | null;
}
