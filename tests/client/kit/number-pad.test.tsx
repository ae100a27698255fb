import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NumberPad } from '#client/kit/number-pad/number-pad.tsx';

let root: Root;
let rootElement: HTMLElement;
beforeEach(() => {
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
});

function NumberPadWithText({ isPin }: { isPin: boolean }) {
  const [text, setText] = useState('');
  return (
    <>
      <output>{text}</output>
      <NumberPad value={text} replacesText={false} isPin={isPin} onChange={setText} />
    </>
  );
}

/** Types keys on a pad. @returns the text after the last key */
function typeKeys(keys: string, isPin: boolean): string {
  flushSync(() => root.render(<NumberPadWithText isPin={isPin} />));
  for (const key of keys) {
    const button = [...rootElement.querySelectorAll('button')].find(
      ({ textContent }) => textContent === key,
    )!;
    flushSync(() => button.click());
  }
  return rootElement.querySelector('output')!.textContent;
}

it('types a PIN that begins with zeros, without a decimal point and with at most eight digits', () => {
  expect(typeKeys('001.2345678', true)).toBe('00123456');
});

it('types a quantity without leading zeros, and with a decimal point', () => {
  expect(typeKeys('00.5', false)).toBe('0.5');
  root.unmount();
  root = createRoot(rootElement);
  expect(typeKeys('07', false)).toBe('7');
});
