import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { projectFolder } from '../root.ts';

/**
 * The kind and the value of a cell; null for an empty cell. The kinds are: n number, s text, d date or time as a
 * serial number, b boolean, e error, f formula that has no stored value or refers to another file or program.
 */
export type UploadedCell =
  | readonly ['n' | 'd', number]
  | readonly ['s' | 'e', string]
  | readonly ['b', boolean]
  | readonly ['f', null]
  | null;

/** A row with at least one value. `at` is the row number; the first row of a sheet has number 1. */
export interface UploadedRow {
  readonly at: number;
  readonly cells: readonly UploadedCell[];
}

/** A sheet of an uploaded workbook. */
export interface UploadedSheet {
  readonly name: string;
  readonly rows: UploadedRow[];
  /**
   * The merged areas: first row, first column, last row, last column. Rows count from 1, columns
   * from 0.
   */
  readonly merges: readonly (readonly [number, number, number, number])[];
  /** Whether the workbook uses the 1904 date system. */
  readonly is1904: boolean;
}

/**
 * The limits of a workbook: all rows, the columns of a row, the merged areas of a sheet, the packed files, and the
 * unpacked bytes.
 */
const WORKBOOK_LIMITS = {
  rows: 100_000,
  columns: 400,
  merges: 100_000,
  entries: 5000,
  bytes: 300 * 1024 * 1024,
} as const;
const MAX_CELLS = 4_000_000;
const WORKER_MEMORY_LIMITS = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 64 };
const READ_TIMEOUT_MS = 90_000;
/** The number of rows per message from the worker. A larger message would block the event loop. */
const ROWS_PER_MESSAGE = 250;

type WorkbookItem = UploadedRow | { sheet: string; merges: UploadedSheet['merges']; is1904: boolean };
type WorkbookWorkerMessage = { items: WorkbookItem[]; ended: boolean } | { refused: ErrorCode };

async function requestWorkbookItems(worker: Worker): Promise<{ items: WorkbookItem[]; ended: boolean }> {
  worker.postMessage(ROWS_PER_MESSAGE);
  const [message] = (await once(worker, 'message')) as [WorkbookWorkerMessage];
  if (!('refused' in message)) return message;
  throw makeError(message.refused, { max: `${WORKBOOK_LIMITS.bytes / 1024 / 1024} MB` });
}

/**
 * Reads the sheets of a workbook in a worker thread. The workbook is an xlsx or xls file.
 * @param onRows called with the number of rows that have been read so far
 * @throws fileType, fileProtected, fileUnreadable, fileUnpacksTooLarge, importTooMany
 */
export async function readWorkbook(
  path: string,
  signal: AbortSignal,
  onRows: (rowCount: number) => void,
): Promise<UploadedSheet[]> {
  const worker = new Worker(join(projectFolder, 'server/workbook/workbook-worker.mjs'), {
    workerData: { path, limits: WORKBOOK_LIMITS },
    resourceLimits: WORKER_MEMORY_LIMITS,
  });
  const terminate = () => void worker.terminate();
  const timer = setTimeout(terminate, READ_TIMEOUT_MS);
  signal.addEventListener('abort', terminate, { once: true });
  // A worker that runs out of memory or time sends no message. Its event `error` or `exit` ends the reading.
  const failure = new Promise<never>((_done, fail) => {
    worker.once('error', () => fail(makeError('fileUnreadable')));
    worker.once('exit', () => fail(makeError('fileUnreadable')));
  });
  failure.catch(() => undefined);
  try {
    return await Promise.race([collectSheets(worker, onRows), failure]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', terminate);
    await worker.terminate();
  }
}

async function collectSheets(worker: Worker, onRows: (rowCount: number) => void): Promise<UploadedSheet[]> {
  const sheets: UploadedSheet[] = [];
  let [rowCount, cellCount, hasEnded] = [0, 0, false];
  while (!hasEnded) {
    const message = await requestWorkbookItems(worker);
    for (const item of message.items) {
      if ('sheet' in item) {
        const { sheet: name, merges, is1904 } = item;
        sheets.push({ name, rows: [], merges, is1904 });
        continue;
      }
      rowCount += 1;
      cellCount += item.cells.length;
      if (rowCount > WORKBOOK_LIMITS.rows || cellCount > MAX_CELLS)
        throw makeError('importTooMany', { max: WORKBOOK_LIMITS.rows });
      sheets.at(-1)!.rows.push(item);
    }
    hasEnded = message.ended;
    onRows(rowCount);
  }
  return sheets;
}
