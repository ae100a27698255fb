import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { employee } from '#shared/entities/employee.ts';
import { PROGRESS_TYPE, type Progress, type ProgressLine } from '#shared/kernel/wire.ts';
import type { ImportVerdict } from '#shared/answers/transfer.ts';
import { ImportDialog } from '#client/crud/transfer/import-dialog.tsx';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { setUpWords, t } from '#client/kit/words/t.ts';
import { wordsOf } from '#client/words-plugin.ts';

let root: Root;
let server: ReadableStreamDefaultController<Uint8Array>;

const FINE: ImportVerdict = {
  file: 'kept',
  written: false,
  added: 2,
  changed: 0,
  unchanged: 0,
  problemCount: 0,
  problems: [],
  frequent: [],
  ignored: [],
  mapping: null,
};

/** Sends the next progress message of the server. */
const tell = (...lines: ProgressLine[]) =>
  act(async () => {
    for (const line of lines) server.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
    await new Promise((done) => setTimeout(done));
  });
const at = (phase: Progress['phase'], done: number, total: number | null): ProgressLine => ({
  progress: { phase, done, total },
});
const answer = async (verdict: ImportVerdict) => {
  await tell({ success: true, data: verdict });
  await act(async () => server.close());
};
const said = () => document.querySelector('.long-work')?.textContent ?? '';
const choose = () =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'people.xlsx')] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
const press = (text: string) =>
  act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === text)!.click());

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => wordsOf(lang));
});
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (server = controller) });
    return new Response(body, { headers: { 'content-type': PROGRESS_TYPE } });
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ImportDialog entity={employee} title="People" onClose={() => undefined} />
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('an import', () => {
  it('shows the current phase for as long as it lasts, with its progress', async () => {
    await choose();
    expect(said()).toContain(t('phase.uploading'));
    await tell(at('reading', 1, null));
    expect(said()).toContain(t('phase.reading'));
    await tell(at('checking', 1, 2));
    expect(said()).toContain(t('phase.checking'));
    expect(said()).toContain(t('rowsDoneOf', { done: 1, total: 2 }));
    await answer(FINE);
    expect(document.body.textContent).toContain(t('importFine'));

    await press(t('importWrite', { count: 2 }));
    await tell(at('writing', 1, 2));
    expect(said()).toContain(t('phase.writing'));
    expect(said()).toContain(t('rowsDoneOf', { done: 1, total: 2 }));
    await answer({ ...FINE, file: null, written: true });
    expect(document.body.textContent).toContain(t('importWritten', { added: 2, changed: 0 }));
  });
});
