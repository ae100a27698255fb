import { createHash } from 'node:crypto';
import { getBatchPath, getBatchRunPath, MAX_BATCH_ROWS, MAX_BATCH_RUN_ROWS } from '#shared/answers/batch.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { text } from '#shared/kernel/fields.ts';
import type { FieldProblem } from '#shared/kernel/validate.ts';
import type { BatchRow, Route } from './route.ts';

/** The maximum average length of the rows of a batch, in characters of JSON. */
const MAX_ROW_CHARACTERS = 1000;

/**
 * Declares the two endpoints that run a command for many rows. One answers after all rows are written. The
 * other answers at once, and the rows are written in the background.
 */
export const defineBatches = (command: Route): Route[] =>
  [
    { path: getBatchPath(command.path), maxRows: MAX_BATCH_ROWS, isInBackground: false },
    { path: getBatchRunPath(command.path), maxRows: MAX_BATCH_RUN_ROWS, isInBackground: true },
  ].map(({ path, maxRows, isInBackground }) => ({
    path,
    permission: command.permission,
    input: { rows: text({ required: true, max: maxRows * MAX_ROW_CHARACTERS, label: 'rows' }) },
    ...(command.allowsTerminals ? { allowsTerminals: true } : {}),
    writes: true,
    batch: { command, maxRows, isInBackground },
    run: command.run,
  }));

const makeRowsError = (problem: FieldProblem, fieldPath = 'rows') =>
  makeError('fieldsInvalid', {}, { [fieldPath]: problem });

const isBatchRow = (row: unknown): row is BatchRow =>
  typeof row === 'object' && row !== null && Number.isSafeInteger((row as { id?: unknown }).id);

/**
 * Parses the rows of a batch from JSON. It checks the ids of the rows, but not their other fields.
 * @throws fieldsInvalid if the JSON is not a list of 1 to `maxRows` rows with different ids
 */
export function parseBatchRows(json: string, maxRows: number): BatchRow[] {
  let rows: unknown;
  try {
    rows = JSON.parse(json);
  } catch {
    throw makeRowsError({ reason: 'notAList' });
  }
  if (!Array.isArray(rows)) throw makeRowsError({ reason: 'notAList' });
  if (rows.length === 0) throw makeRowsError({ reason: 'required' });
  if (rows.length > maxRows) throw makeRowsError({ reason: 'tooMany', params: { max: maxRows } });
  const ids = new Set<number>();
  for (const [index, row] of rows.entries()) {
    if (!isBatchRow(row)) throw makeRowsError({ reason: 'notAReference' }, `rows[${index}].id`);
    if (ids.has(row.id)) throw makeRowsError({ reason: 'repeated' }, `rows[${index}].id`);
    ids.add(row.id);
  }
  return rows as BatchRow[];
}

/**
 * Makes the request id of a row from the request id of its batch. If the batch is repeated, its rows get the
 * same request ids.
 */
export function makeRowRequestId(batchRequestId: string, rowId: number): string {
  const hex = createHash('sha256').update(`${batchRequestId.toLowerCase()} ${rowId}`).digest('hex');
  // UUIDs of version 8 have custom content (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
