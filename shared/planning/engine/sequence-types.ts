/**
 * The input and the answer of the search for a sequence: a flexible job shop in plain arrays, without calendars.
 * `plan()` calls `PlanRun.searchSequence` for the goal `makespan`.
 */

/**
 * Operations are 0 … n−1. Lists of operation `i` are the entries `from[i]` … `from[i + 1] − 1` (compressed rows).
 * The predecessors have no cycle. Times are whole minutes from 0.
 */
export interface SequenceShop {
  readonly operationCount: number;
  /** Every lane of a machine counts as one machine. */
  readonly machineCount: number;
  /** For each operation, where its entries in `predecessor` and `transfer` begin; n + 1 numbers. */
  readonly predecessorFrom: Int32Array;
  readonly predecessor: Int32Array;
  /** The minutes that must pass after the end of each predecessor. */
  readonly transfer: Int32Array;
  /** For each operation, where its choices begin; n + 1 numbers. Each operation has at least one choice. */
  readonly choiceFrom: Int32Array;
  /**
   * The machine of each choice; −1 for no machine. Any number of operations can run at the same time without
   * a machine.
   */
  readonly choiceMachine: Int32Array;
  /** The duration of each choice, at least 0. */
  readonly choiceDuration: Int32Array;
  /** The earliest start of each operation. */
  readonly release: Int32Array;
  /** The sequence from which the search starts; null for a random one. */
  readonly initialOrder: SequenceOrder | null;
}

/** All operations in an order: each comes after its predecessors, and after the earlier operations of its machine. */
export interface SequenceOrder {
  readonly operations: Int32Array;
  /** For each operation, the index of its choice in `choiceMachine`. */
  readonly choice: Int32Array;
}

export interface SequenceRun {
  readonly seed: number;
  /** How many thousand moves the search may make. */
  readonly rounds: number;
  /** Read at least once per round. True ends the search with the best sequence so far. */
  readonly isCancelled?: () => boolean;
  /** Called for every better makespan. */
  readonly onBetter?: (makespan: number, round: number) => void;
}

export interface SequenceAnswer extends SequenceOrder {
  readonly makespan: number;
  readonly rounds: number;
}

/** Searches for a sequence with a small makespan. The same shop, seed and rounds give the same answer. */
export type SearchSequence = (shop: SequenceShop, run: SequenceRun) => SequenceAnswer;
