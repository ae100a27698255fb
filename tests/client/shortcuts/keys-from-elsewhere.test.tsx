import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfirmDialog } from '#client/kit/messages/confirm-dialog.tsx';
import { confirm, type Question } from '#client/kit/messages/confirm.ts';
import { ignoreKeysPressedElsewhere } from '#client/kit/shortcuts/keys-from-elsewhere.ts';
import { setUpWords, t } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

let root: Root;
let container: HTMLElement;
let previousInput: HTMLInputElement;
let stopIgnoringKeys: () => void;

const LEAVE_QUESTION: Question = { title: 'Leave', text: 'The text is lost', yes: 'Leave it', danger: true };
const SAVE_QUESTION: Question = { title: 'Save', text: 'It is saved', yes: 'Save it' };

/** Opens a question. @returns a function that reads the answer; null while the question is open */
async function openQuestion(question: Question): Promise<() => boolean | null> {
  let answer: boolean | null = null;
  await act(async () => {
    void confirm(question).then((yes) => (answer = yes));
  });
  return () => answer;
}
const findButton = (text: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === text)!;
const sendKey = (eventName: 'keydown' | 'keyup', element: HTMLElement, key: string, repeat = false) =>
  act(async () => {
    element.focus();
    element.dispatchEvent(new KeyboardEvent(eventName, { key, repeat, bubbles: true, cancelable: true }));
  });

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
});
beforeEach(async () => {
  stopIgnoringKeys = ignoreKeysPressedElsewhere(document);
  previousInput = document.body.appendChild(document.createElement('input'));
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  await act(async () => root.render(<ConfirmDialog />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  stopIgnoringKeys();
  document.body.replaceChildren();
});

describe('a question that comes while a key is held', () => {
  it.each(['Enter', ' '])('is not answered by the end of that key (%j)', async (heldKey) => {
    await sendKey('keydown', previousInput, heldKey);
    const readAnswer = await openQuestion(SAVE_QUESTION);
    await sendKey('keydown', findButton(SAVE_QUESTION.yes), heldKey, true);
    await sendKey('keyup', findButton(SAVE_QUESTION.yes), heldKey);
    expect(readAnswer()).toBe(null);
    await sendKey('keydown', findButton(SAVE_QUESTION.yes), heldKey);
    await sendKey('keyup', findButton(SAVE_QUESTION.yes), heldKey);
    expect(readAnswer()).toBe(true);
  });

  it('is not answered by a key that was pressed in another window', async () => {
    const readAnswer = await openQuestion(SAVE_QUESTION);
    await sendKey('keyup', findButton(SAVE_QUESTION.yes), 'Enter');
    expect(readAnswer()).toBe(null);
    await act(async () => findButton(SAVE_QUESTION.yes).click());
    expect(readAnswer()).toBe(true);
  });

  it('is not answered by the end of a scan', async () => {
    const listenerController = new AbortController();
    const stopEvent = (event: Event) => event.stopPropagation();
    window.addEventListener('keydown', stopEvent, { capture: true, signal: listenerController.signal });
    const readAnswer = await openQuestion(SAVE_QUESTION);
    await sendKey('keydown', findButton(SAVE_QUESTION.yes), 'Enter');
    listenerController.abort();
    await sendKey('keyup', findButton(SAVE_QUESTION.yes), 'Enter');
    expect(readAnswer()).toBe(null);
    await act(async () => findButton(SAVE_QUESTION.yes).click());
  });
});

describe('a dangerous question', () => {
  it('offers the harmless answer first', async () => {
    const readAnswer = await openQuestion(LEAVE_QUESTION);
    expect(document.activeElement).toBe(findButton(t('cancel')));
    await sendKey('keydown', findButton(t('cancel')), 'Enter');
    await sendKey('keyup', findButton(t('cancel')), 'Enter');
    expect(readAnswer()).toBe(false);
  });
});
