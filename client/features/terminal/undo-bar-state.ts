import { UNDO_SECONDS } from '#shared/answers/terminal.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { createStore } from '#client/kit/state/create-store.ts';
import { serverNow } from '#client/kit/live/live.ts';
import type { IdentifiedPerson } from './identified-people.ts';

/** What was just reported, and can still be taken back. */
export interface Undoable {
  readonly reportId: number;
  readonly processId: number;
  readonly worker: IdentifiedPerson;
  readonly says: TermKey;
  readonly quantity: number;
  readonly reopen: boolean;
  /** Until when, by the server's clock: milliseconds. */
  readonly until: number;
}

const current = createStore<Undoable | null>(null);
let timer: ReturnType<typeof setTimeout> | null = null;

function become(next: Undoable | null): void {
  if (timer) clearTimeout(timer);
  timer = next ? setTimeout(() => become(null), UNDO_SECONDS * 1000) : null;
  current.set(next);
}

/** What can be taken back at this terminal: the last report, for a few seconds. */
export const undoBar = {
  offer: (one: Omit<Undoable, 'until'>): void => become({ ...one, until: serverNow() + UNDO_SECONDS * 1000 }),
  dismiss: (): void => become(null),
} as const;

/** The same, for components. */
export const useUndoable = (): Undoable | null => current.useValue();
