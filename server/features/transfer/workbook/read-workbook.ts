import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fail, type ErrorCode } from '#shared/kernel/errors.ts';
import { root } from '../../../root.ts';

/** A cell: n number, s text, d day or time as a serial number, b yes or no, e error, f a formula that shows nothing of its own. */
export type ReadCell =
  | readonly ['n' | 'd', number]
  | readonly ['s' | 'e', string]
  | readonly ['b', boolean]
  | readonly ['f', null]
  | null;

/** A row that holds something; `at` is its number as a person reads it. */
export interface ReadRow {
  readonly at: number;
  readonly cells: readonly ReadCell[];
}

/** A sheet of a workbook that was sent. */
export interface ReadSheet {
  readonly name: string;
  readonly rows: ReadRow[];
  /** Cells that were made one: first row, first column, last row, last column; columns from 0. */
  readonly merges: readonly (readonly [number, number, number, number])[];
  /** Its days are counted from 1904. */
  readonly is1904: boolean;
}

/** What a workbook may be at most; `bytes` once it is unpacked. */
const LIMITS = { rows: 100_000, columns: 400, entries: 5000, bytes: 300 * 1024 * 1024 } as const;
const MAX_CELLS = 4_000_000;
const MEMORY = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 64 };
/** How long a workbook may take to be read. */
const PATIENCE_MS = 90_000;
/** Rows that come over at a time: few enough not to hold up anybody. */
const BATCH = 250;

type Item = ReadRow | { sheet: string; merges: ReadSheet['merges']; is1904: boolean };
type Said = { items: Item[]; ended: boolean } | { refused: ErrorCode };

async function ask(worker: Worker): Promise<{ items: Item[]; ended: boolean }> {
  worker.postMessage(BATCH);
  const [said] = (await once(worker, 'message')) as [Said];
  if (!('refused' in said)) return said;
  throw fail(said.refused, { max: `${LIMITS.bytes / 1024 / 1024} MB` });
}

/**
 * The sheets of a workbook, xlsx or xls, read in a thread of its own.
 * @param onRows told how many rows have come
 * @throws fileType, fileProtected, fileUnreadable, fileUnpacksTooLarge, importTooMany
 */
export async function readWorkbook(
  path: string,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<ReadSheet[]> {
  const worker = new Worker(join(root, 'server/features/transfer/workbook/workbook-worker.mjs'), {
    workerData: { path, limits: LIMITS },
    resourceLimits: MEMORY,
  });
  const end = () => void worker.terminate();
  const timer = setTimeout(end, PATIENCE_MS);
  signal.addEventListener('abort', end, { once: true });
  // Out of memory or out of time: no message comes any more.
  const died = new Promise<never>((_done, failed) => {
    worker.once('error', () => failed(fail('fileUnreadable')));
    worker.once('exit', () => failed(fail('fileUnreadable')));
  });
  died.catch(() => undefined);
  try {
    return await Promise.race([gather(worker, onRows), died]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}

async function gather(worker: Worker, onRows: (rows: number) => void): Promise<ReadSheet[]> {
  const sheets: ReadSheet[] = [];
  let [rows, cells, ended] = [0, 0, false];
  while (!ended) {
    const said = await ask(worker);
    for (const item of said.items) {
      if ('sheet' in item) {
        const { sheet: name, merges, is1904 } = item;
        sheets.push({ name, rows: [], merges, is1904 });
        continue;
      }
      rows += 1;
      cells += item.cells.length;
      if (rows > LIMITS.rows || cells > MAX_CELLS) throw fail('importTooMany', { max: LIMITS.rows });
      sheets.at(-1)!.rows.push(item);
    }
    ended = said.ended;
    onRows(rows);
  }
  return sheets;
}
