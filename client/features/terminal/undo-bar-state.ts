import { UNDO_SECONDS } from '#shared/answers/terminal.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { createStore } from '#client/kit/state/create-store.ts';
import { serverNow } from '#client/kit/live/live.ts';
import type { IdentifiedPerson } from './identified-people.ts';

/** The last report, which the worker can still undo. */
export interface Undoable {
  readonly reportId: number;
  readonly processId: number;
  readonly worker: IdentifiedPerson;
  readonly says: TermKey;
  readonly quantity: number;
  readonly reopen: boolean;
  /** The time until which undo is possible, in milliseconds by the server's clock. */
  readonly until: number;
}

const current = createStore<Undoable | null>(null);
let timer: ReturnType<typeof setTimeout> | null = null;

function setCurrent(next: Undoable | null): void {
  if (timer) clearTimeout(timer);
  timer = next ? setTimeout(() => setCurrent(null), UNDO_SECONDS * 1000) : null;
  current.set(next);
}

/** Stores the last report of this terminal while the worker can undo it. */
export const undoBar = {
  offer: (one: Omit<Undoable, 'until'>): void =>
    setCurrent({ ...one, until: serverNow() + UNDO_SECONDS * 1000 }),
  dismiss: (): void => setCurrent(null),
} as const;

/** Returns the report that the worker can undo; null if there is none. */
export const useUndoable = (): Undoable | null => current.useValue();
