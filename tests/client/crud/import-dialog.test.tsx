import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { employee } from '#shared/entities/employee.ts';
import { PROGRESS_CONTENT_TYPE, type CallProgress, type ProgressLine } from '#shared/kernel/wire.ts';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';
import { ImportDialog } from '#client/crud/transfer/import-dialog.tsx';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { setUpWords, t } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

let root: Root;
let answerStream: ReadableStreamDefaultController<Uint8Array>;

const VERDICT_WITHOUT_PROBLEMS: WorkbookImportResult = {
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

/** Sends the next lines of the server's answer. */
const streamAnswerLines = (...lines: ProgressLine[]) =>
  act(async () => {
    for (const line of lines) answerStream.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
    await new Promise((resolve) => setTimeout(resolve));
  });
const makeProgressLine = (
  phase: CallProgress['phase'],
  done: number,
  total: number | null,
): ProgressLine => ({
  progress: { phase, done, total },
});
const streamVerdict = async (verdict: WorkbookImportResult) => {
  await streamAnswerLines({ success: true, data: verdict });
  await act(async () => answerStream.close());
};
const readProgressText = () => document.querySelector('.long-work')?.textContent ?? '';
const chooseFile = () =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'people.xlsx')] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
const pressButton = (text: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find((button) => button.textContent === text)!.click(),
  );

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
});
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (answerStream = controller) });
    return new Response(body, { headers: { 'content-type': PROGRESS_CONTENT_TYPE } });
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
    await chooseFile();
    expect(readProgressText()).toContain(t('phase.uploading'));
    await streamAnswerLines(makeProgressLine('reading', 1, null));
    expect(readProgressText()).toContain(t('phase.reading'));
    await streamAnswerLines(makeProgressLine('checking', 1, 2));
    expect(readProgressText()).toContain(t('phase.checking'));
    expect(readProgressText()).toContain(t('rowsDoneOf', { done: 1, total: 2 }));
    await streamVerdict(VERDICT_WITHOUT_PROBLEMS);
    expect(document.body.textContent).toContain(t('importFine'));

    await pressButton(t('importWrite', { count: 2 }));
    await streamAnswerLines(makeProgressLine('writing', 1, 2));
    expect(readProgressText()).toContain(t('phase.writing'));
    expect(readProgressText()).toContain(t('rowsDoneOf', { done: 1, total: 2 }));
    await streamVerdict({ ...VERDICT_WITHOUT_PROBLEMS, file: null, written: true });
    expect(document.body.textContent).toContain(t('importWritten', { added: 2, changed: 0 }));
  });
});
