import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import { MAX_ASKED_STATES } from '#shared/answers/schedule/operation-state.ts';
import type { ChangeMessage } from '#shared/kernel/live.ts';

/** The present states of operations by process id. An operation without an entry has not begun and is not pinned. */
export type OperationStates = ReadonlyMap<number, OperationState>;

/** Asks the server for the states of some processes. If `processIds` is empty, asks for the states of all processes. */
type AskForStates = (processIds: readonly number[]) => Promise<readonly OperationState[]>;

const isEqual = (a: OperationState | undefined, b: OperationState | undefined): boolean =>
  a?.state === b?.state &&
  a?.pinned === b?.pinned &&
  a?.started === b?.started &&
  a?.runningOn?.join() === b?.runningOn?.join();

/** Keeps the states of operations up to date by reading only those of changed processes. */
export class OperationStateReader {
  private states: OperationStates = new Map();
  /** The ids of the processes that have changed since the last read; null if the next read must read all processes. */
  private changedIds: Set<number> | null = null;

  /** Records which processes have changed. @param message null if the connection may have missed changes */
  readonly onChange = (message: ChangeMessage | null): void => {
    if (message !== null && message.entity !== 'process') return;
    if (message?.ids) for (const id of message.ids) this.changedIds?.add(id);
    else this.changedIds = null;
    if (this.changedIds && this.changedIds.size > MAX_ASKED_STATES) this.changedIds = null;
  };

  /**
   * Reads the states of the changed processes.
   * @returns all states; the same object as before if no state has changed
   */
  async read(ask: AskForStates): Promise<OperationStates> {
    const askedIds = this.changedIds;
    if (askedIds?.size === 0) return this.states;
    // A process that changes during this read is read again by the next read.
    this.changedIds = new Set();
    try {
      const rows = await ask(askedIds === null ? [] : [...askedIds]);
      this.merge(askedIds, rows);
    } catch (error) {
      if (askedIds === null) this.changedIds = null;
      for (const id of askedIds ?? []) this.changedIds?.add(id);
      throw error;
    }
    return this.states;
  }

  /**
   * Merges the answer into the states. A state that has not changed stays the same object, so its bar keeps its look.
   */
  private merge(askedIds: ReadonlySet<number> | null, rows: readonly OperationState[]): void {
    const { states } = this;
    const rowById = new Map(rows.map((row) => [row.processId, row]));
    const changedIds = [...(askedIds ?? new Set([...states.keys(), ...rowById.keys()]))].filter(
      (id) => !isEqual(states.get(id), rowById.get(id)),
    );
    if (changedIds.length === 0) return;
    const next = new Map(states);
    for (const id of changedIds) {
      const row = rowById.get(id);
      if (row) next.set(id, row);
      else next.delete(id);
    }
    this.states = next;
  }
}
