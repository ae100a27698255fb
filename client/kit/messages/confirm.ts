import { useSyncExternalStore } from 'react';

/** A question that stops everything until it is answered. */
export interface Question {
  title: string;
  text: string;
  /** The verb on the button that goes ahead. */
  yes: string;
  /** What goes ahead cannot be taken back. */
  danger?: boolean;
}
export interface OpenQuestion extends Question {
  /** Tells it from the questions before it. */
  readonly id: number;
  readonly answer: (yes: boolean) => void;
}

let asked = 0;
let open: OpenQuestion | null = null;
const listeners = new Set<() => void>();

function become(next: OpenQuestion | null): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Asks, and answers whether to go ahead. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  open?.answer(false);
  return new Promise((resolve) => {
    become({
      ...question,
      id: ++asked,
      answer: (yes) => {
        become(null);
        resolve(yes);
      },
    });
  });
}

/** The question that is open now. */
export const useQuestion = (): OpenQuestion | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
