/**
 * What the search of sequences is given, and what it answers: a job shop with machine choices in plain arrays, without
 * calendars. `plan()` calls the search that its run names, for the goal `makespan`.
 */

/**
 * Operations are 0 … n−1. Lists of operation `i` are the entries `from[i]` … `from[i + 1] − 1` (compressed rows).
 * The predecessors have no cycle. Times are whole minutes on the work axis, from 0.
 */
export interface SequenceShop {
  readonly operationCount: number;
  /** Every lane of a machine counts as a machine of its own. */
  readonly machineCount: number;
  /** n + 1 entries. */
  readonly predecessorFrom: Int32Array;
  readonly predecessor: Int32Array;
  /** The transfer after each predecessor. */
  readonly transfer: Int32Array;
  /** n + 1 entries; each operation has at least one choice. */
  readonly choiceFrom: Int32Array;
  /** A machine, or −1: no machine, so that nothing else has to wait for it. */
  readonly choiceMachine: Int32Array;
  /** At least 0. */
  readonly choiceDuration: Int32Array;
  /** The earliest start of each operation. */
  readonly release: Int32Array;
  /** A plan to begin with; null: make one. */
  readonly begin: SequenceOrder | null;
}

/** All operations in an order in which no operation precedes its predecessors or what its machine does before it. */
export interface SequenceOrder {
  readonly operations: Int32Array;
  /** The chosen entry of `choiceMachine` for each operation, by operation. */
  readonly choice: Int32Array;
}

export interface SequenceRun {
  readonly seed: number;
  /** How many thousand moves may be tried. */
  readonly rounds: number;
  /** Read before every round. */
  readonly cancelled?: () => boolean;
  /** Called for every better makespan. */
  readonly onBetter?: (makespan: number, round: number) => void;
}

export interface SequenceAnswer extends SequenceOrder {
  readonly makespan: number;
  readonly rounds: number;
}

/** Searches a sequence with a small makespan. Its answer depends on the shop, the seed and the rounds alone. */
export type SearchSequence = (shop: SequenceShop, run: SequenceRun) => SequenceAnswer;
