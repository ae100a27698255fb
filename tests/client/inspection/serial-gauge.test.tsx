import { createRoot, type Root } from 'react-dom/client';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { SerialGauge } from '#client/production/inspection/serial-gauge.tsx';
import { splitLines } from '#client/production/inspection/serial-port.ts';

const translate = (key: TermKey) => translateTerm('zh_CN', key);
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

/** Makes a serial port. A test calls `push` to make the port send a chunk of text. */
function makePort() {
  const chunks: (string | null)[] = [];
  const waitingReads: (() => void)[] = [];
  const sendChunk = (chunk: string | null) => {
    chunks.push(chunk);
    waitingReads.shift()?.();
  };
  const open = vi.fn<(options?: { baudRate: number }) => Promise<void>>(async () => undefined);
  const close = vi.fn<(options?: { baudRate: number }) => Promise<void>>(async () => undefined);
  const reader = {
    read: async () => {
      while (chunks.length === 0) await new Promise<void>((resolve) => waitingReads.push(resolve));
      const chunk = chunks.shift()!;
      return chunk === null ? { done: true } : { done: false, value: new TextEncoder().encode(chunk) };
    },
    cancel: async () => sendChunk(null),
    releaseLock: () => undefined,
  };
  return { open, close, push: sendChunk, readable: { getReader: () => reader } };
}

let root: Root;
let host: HTMLElement;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  localStorage.clear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serial');
});

/** Shows each reading with the number of readings that were on the page when it arrived. */
function Readings() {
  const [readings, setReadings] = useState<readonly string[]>([]);
  return (
    <>
      <SerialGauge onReading={(line) => setReadings([...readings, `${readings.length + 1}: ${line}`])} />
      <output>{readings.join(' | ')}</output>
    </>
  );
}
const renderReadings = (allowedPorts: unknown[], requestedPort?: unknown) => {
  Object.defineProperty(navigator, 'serial', {
    configurable: true,
    value: {
      getPorts: async () => allowedPorts,
      requestPort: async () => requestedPort ?? Promise.reject(new Error('No port chosen')),
    },
  });
  root.render(<Readings />);
};
const readOutput = () => host.querySelector('output')?.textContent;
const press = (key: TermKey) =>
  [...host.querySelectorAll('button')].find(({ textContent }) => textContent === translate(key))!.click();
const waitForButton = (key: TermKey) => waitUntil(() => expect(host.textContent).toContain(translate(key)));

test('a serial gauge is not offered by a browser that cannot connect one', async () => {
  root.render(<Readings />);
  await waitUntil(() => expect(host.querySelector('output')).not.toBeNull());
  expect(host.querySelector('button')).toBeNull();
});

test('a serial gauge is connected at the chosen speed, and its lines are readings, also two that come together', async () => {
  const port = makePort();
  const reportError = vi.spyOn(console, 'error').mockReturnValue();
  renderReadings([], port);
  await waitForButton('connectSerialGauge');
  // React reports invalid nesting of elements as an error.
  expect(reportError).not.toHaveBeenCalled();
  const select = host.querySelector('select')!;
  select.value = '4800';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  press('connectSerialGauge');
  await waitForButton('serialGaugeConnected');
  expect(port.open).toHaveBeenCalledWith({ baudRate: 4800 });
  port.push('01A+00');
  port.push('20.013\r');
  port.push('\n01A+0020.014\r\n01A+0020.015\r\n01A');
  await waitUntil(() => expect(readOutput()).toBe('1: 01A+0020.013 | 2: 01A+0020.014 | 3: 01A+0020.015'));
  press('disconnectSerialGauge');
  await waitForButton('connectSerialGauge');
  await waitUntil(() => expect(port.close).toHaveBeenCalledOnce());
});

test('a serial gauge that was allowed before is connected by itself, at the speed of the last time', async () => {
  localStorage.setItem('mes.gaugeBaudRate', '2400');
  const port = makePort();
  renderReadings([port]);
  await waitForButton('serialGaugeConnected');
  expect(port.open).toHaveBeenCalledWith({ baudRate: 2400 });
  port.push('20.01\n');
  await waitUntil(() => expect(readOutput()).toBe('1: 20.01'));
});

test('a serial gauge is connected at the usual speed if the browser blocks its storage', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure', 'SecurityError');
  });
  const port = makePort();
  renderReadings([], port);
  await waitForButton('connectSerialGauge');
  const select = host.querySelector('select')!;
  expect(select.value).toBe('9600');
  select.value = '4800';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  press('connectSerialGauge');
  await waitForButton('serialGaugeConnected');
  expect(port.open).toHaveBeenCalledWith({ baudRate: 4800 });
});

test('a serial gauge that cannot be opened is said to be silent, and can be connected again', async () => {
  const port = makePort();
  port.open.mockRejectedValueOnce(new Error('The port is in use'));
  renderReadings([], port);
  await waitForButton('connectSerialGauge');
  press('connectSerialGauge');
  await waitForButton('serialGaugeLost');
  press('connectSerialGauge');
  await waitForButton('serialGaugeConnected');
});

test.each([
  ['20.01\r\n20.02\r\n', ['20.01', '20.02'], ''],
  ['20.01\r20.02', ['20.01'], '20.02'],
  ['\r\n \n', [], ''],
  ['20.', [], '20.'],
])('what has arrived is split into lines: %j', (received, lines, rest) => {
  expect(splitLines(received)).toEqual({ lines, unfinishedLine: rest });
});
