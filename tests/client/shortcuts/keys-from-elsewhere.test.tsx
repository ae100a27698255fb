import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfirmDialog } from '#client/kit/messages/confirm-dialog.tsx';
import { confirm, type Question } from '#client/kit/messages/confirm.ts';
import { ignoreKeysFromElsewhere } from '#client/kit/shortcuts/keys-from-elsewhere.ts';
import { setUpWords, t } from '#client/kit/words/t.ts';
import { wordsOf } from '#client/words-plugin.ts';

let root: Root;
let place: HTMLElement;
let before: HTMLInputElement;
let heedAll: () => void;

const LEAVE: Question = { title: 'Leave', text: 'The text is lost', yes: 'Leave it', danger: true };
const SAVE: Question = { title: 'Save', text: 'It is saved', yes: 'Save it' };

/** Opens a question. Returns a function that reads the answer: null while the question is open. */
async function ask(question: Question): Promise<() => boolean | null> {
  let answered: boolean | null = null;
  await act(async () => {
    void confirm(question).then((yes) => (answered = yes));
  });
  return () => answered;
}
const button = (text: string): HTMLButtonElement =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === text)!;
const key = (name: 'keydown' | 'keyup', at: HTMLElement, key: string, repeat = false) =>
  act(async () => {
    at.focus();
    at.dispatchEvent(new KeyboardEvent(name, { key, repeat, bubbles: true, cancelable: true }));
  });

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => wordsOf(lang));
});
beforeEach(async () => {
  heedAll = ignoreKeysFromElsewhere(document);
  before = document.body.appendChild(document.createElement('input'));
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () => root.render(<ConfirmDialog />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  heedAll();
  document.body.replaceChildren();
});

describe('a question that comes while a key is held', () => {
  it.each(['Enter', ' '])('is not answered by the end of that key (%j)', async (held) => {
    await key('keydown', before, held);
    const answer = await ask(SAVE);
    await key('keydown', button(SAVE.yes), held, true);
    await key('keyup', button(SAVE.yes), held);
    expect(answer()).toBe(null);
    await key('keydown', button(SAVE.yes), held);
    await key('keyup', button(SAVE.yes), held);
    expect(answer()).toBe(true);
  });

  it('is not answered by a key that was pressed in another window', async () => {
    const answer = await ask(SAVE);
    await key('keyup', button(SAVE.yes), 'Enter');
    expect(answer()).toBe(null);
    await act(async () => button(SAVE.yes).click());
    expect(answer()).toBe(true);
  });

  it('is not answered by the end of a scan', async () => {
    const taken = new AbortController();
    const take = (event: Event) => event.stopPropagation();
    window.addEventListener('keydown', take, { capture: true, signal: taken.signal });
    const answer = await ask(SAVE);
    await key('keydown', button(SAVE.yes), 'Enter');
    taken.abort();
    await key('keyup', button(SAVE.yes), 'Enter');
    expect(answer()).toBe(null);
    await act(async () => button(SAVE.yes).click());
  });
});

describe('a dangerous question', () => {
  it('offers the harmless answer first', async () => {
    const answer = await ask(LEAVE);
    expect(document.activeElement).toBe(button(t('cancel')));
    await key('keydown', button(t('cancel')), 'Enter');
    await key('keyup', button(t('cancel')), 'Enter');
    expect(answer()).toBe(false);
  });
});
