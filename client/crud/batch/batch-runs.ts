import { getBatchRunPath, type BatchRowAnswer, type BatchRun } from '#shared/answers/batch.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';

// These functions run batches of very many rows. The server processes the rows in the background, even after
// the user has left the page.

const READ_INTERVAL_MS = 500;
const VERDICTS_PER_CALL = 1000;

/** The verdict of a row. `name` is the name of the row; null if the row has none. */
export interface NamedVerdict extends BatchRowAnswer {
  name: string | null;
}

/** The terms of the commands that a batch can run, by the last part of their path. */
const VERB_TERMS: Readonly<Record<string, TermKey>> = {
  receive: 'receive',
  start: 'start',
  finish: 'finish',
  unfinished: 'unfinished',
  reverse: 'reverse',
  undo: 'undo',
  release: 'release',
  suspend: 'suspend',
  resume: 'resume',
  reopen: 'reopen',
  cancel: 'cancel',
  raise: 'raiseException',
};

/** Returns the term of the command of a batch. */
export const getBatchVerb = (path: string): TermKey => VERB_TERMS[path.split('/').at(-1)!] ?? 'save';

/** Begins a batch on the server. @returns the id of the batch */
export const beginBatchRun = async (path: string, rows: readonly object[], id: string): Promise<number> =>
  (await send<{ id: number }>(getBatchRunPath(path), { rows: JSON.stringify(rows) }, { id })).id;

export const readBatchRun = (id: number): Promise<BatchRun> =>
  call<BatchRun>('/mes/batch/status', { id }, { codesShownElsewhere: ['requestFailed', 'timedOut'] });

/**
 * Waits until a batch has ended or was interrupted. While the server cannot be reached, it keeps waiting.
 * @throws CallError if the server refuses to tell the progress
 */
export async function waitForBatchRun(id: number, onProgress: (run: BatchRun) => void): Promise<BatchRun> {
  for (;;) {
    try {
      const run = await readBatchRun(id);
      onProgress(run);
      if (run.state !== 'running') return run;
    } catch (error) {
      if (!(error instanceof CallError) || (error.code !== 'requestFailed' && error.code !== 'timedOut'))
        throw error;
    }
    await new Promise((resume) => setTimeout(resume, READ_INTERVAL_MS));
  }
}

/** Reads the verdicts of the rows of a batch: of all rows, or only of the refused ones. */
export async function fetchVerdicts(id: number, onlyRefused = false): Promise<NamedVerdict[]> {
  const verdicts: NamedVerdict[] = [];
  for (;;) {
    const { rows } = await call<{ rows: NamedVerdict[] }>('/mes/batch/verdicts', {
      id,
      onlyRefused,
      offset: verdicts.length,
      limit: VERDICTS_PER_CALL,
    });
    verdicts.push(...rows);
    if (rows.length < VERDICTS_PER_CALL) return verdicts;
  }
}

export const cancelBatchRun = (id: number): Promise<null> => send<null>('/mes/batch/cancel', { id });

/** Continues an interrupted batch on the server. */
export const continueBatchRun = (id: number): Promise<unknown> => send('/mes/batch/continue', { id });
