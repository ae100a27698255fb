import { createStore } from '../state/create-store.ts';

/** A modal question. */
export interface Question {
  title: string;
  text: string;
  /** The verb on the confirm button. */
  yes: string;
  /** The action cannot be undone. */
  danger?: boolean;
}
export interface OpenQuestion extends Question {
  /** Distinguishes the question from earlier ones. */
  readonly id: number;
  readonly answer: (yes: boolean) => void;
}

let asked = 0;
const open = createStore<OpenQuestion | null>(null);

/** Asks for confirmation. @returns whether the user confirms; a second question cancels the first */
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

/** The currently open question. */
export const useQuestion = (): OpenQuestion | null => open.useValue();
