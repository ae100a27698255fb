import { createStore } from '../state/create-store.ts';

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
const open = createStore<OpenQuestion | null>(null);

/** Asks, and answers whether to go ahead. A second question answers the first with no. */
export function confirm(question: Question): Promise<boolean> {
  open.get()?.answer(false);
  return new Promise((resolve) => {
    open.set({
      ...question,
      id: ++asked,
      answer: (yes) => {
        open.set(null);
        resolve(yes);
      },
    });
  });
}

/** The question that is open now. */
export const useQuestion = (): OpenQuestion | null => open.useValue();
