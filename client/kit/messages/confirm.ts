import { createStore } from '../state/create-store.ts';

/** A question that the user must answer before anything else. */
export interface Question {
  title: string;
  text: string;
  /** The verb on the confirm button. */
  yes: string;
  /** Whether the action is dangerous. The confirm button is then red, and Cancel has the focus. */
  danger?: boolean;
}
export interface OpenQuestion extends Question {
  /** Distinguishes the question from earlier ones. */
  readonly id: number;
  readonly answer: (isConfirmed: boolean) => void;
}

let lastQuestionId = 0;
const questionStore = createStore<OpenQuestion | null>(null);

/** Asks the user for confirmation. An earlier question that is still open is answered with no. */
export function confirm(question: Question): Promise<boolean> {
  questionStore.get()?.answer(false);
  return new Promise((resolve) => {
    questionStore.set({
      ...question,
      id: ++lastQuestionId,
      answer: (isConfirmed) => {
        questionStore.set(null);
        resolve(isConfirmed);
      },
    });
  });
}

/** Returns the open question; null if there is none. */
export const useOpenQuestion = (): OpenQuestion | null => questionStore.useValue();
