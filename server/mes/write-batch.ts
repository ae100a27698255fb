import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { BatchAnswer, BatchRowAnswer } from '#shared/answers/batch.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Answer, CurrentUser } from '#shared/kernel/wire.ts';
import { makeRowRequestId } from '../call/batch.ts';
import { makeErrorReply } from '../call/make-refusal.ts';
import type { BatchRow, Route, RowOutcome } from '../call/route.ts';
import type { Db } from '../db/database.ts';
import { runTransaction } from '../db/transaction.ts';
import type { EarlierAnswer } from '../session/authenticate.ts';
import { findStoredAnswers, replayAnswer, storeAnswers, type IdempotentWrite } from './exactly-once.ts';
import { makeActor, makeIdempotentWrite, runCommand, type WriteContext } from './run-command.ts';
import { validateInput } from './validate-input.ts';

/**
 * How many rows one transaction writes. More rows would be faster, but would lock their parts and orders, and block
 * other calls to the node, for a longer time.
 */
const ROWS_PER_CHUNK = 50;

/** A row of a batch with its validated input. */
interface CheckedRow {
  row: BatchRow;
  input: Record<string, unknown>;
  /** Null if the batch has no request id. */
  write: IdempotentWrite | null;
}

/** A batch that is being written. */
interface RunningBatch {
  db: Db;
  command: Route;
  context: WriteContext & { user: CurrentUser };
}

const splitIntoChunks = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );

/** Computes a value of each row. Between two chunks of rows, other calls to the node get their turn. */
async function computePerRow<T, R>(rows: readonly T[], compute: (row: T, index: number) => R): Promise<R[]> {
  const values: R[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % ROWS_PER_CHUNK === 0) await yieldToEventLoop();
    values.push(compute(row, index));
  }
  return values;
}

/** Answers a row whose command was refused or failed. @throws the error if it is not the fault of the row */
function answerError({ command, context }: RunningBatch, { id }: BatchRow, error: unknown): BatchRowAnswer {
  const { status, body } = makeErrorReply(context.lang, error, command.path, context.user);
  if (status >= 500) throw error;
  return { id, answer: body as Answer };
}

function replayRow(
  batch: RunningBatch,
  row: BatchRow,
  write: IdempotentWrite,
  stored: EarlierAnswer,
): BatchRowAnswer {
  try {
    return { id: row.id, answer: { success: true, data: replayAnswer(stored, write) } };
  } catch (error) {
    return answerError(batch, row, error);
  }
}

/** Finds the stored answers of rows, by the request id of the row. */
async function findAnswersOfRows(
  { db, context }: RunningBatch,
  rows: readonly { write: IdempotentWrite | null }[],
): Promise<Map<string, EarlierAnswer>> {
  const requestIds = rows.flatMap(({ write }) => write?.requestId ?? []);
  return requestIds.length === 0
    ? new Map<string, EarlierAnswer>()
    : findStoredAnswers(db, context.user.factoryId, requestIds);
}

/** Runs the command for rows in one transaction. A refused row changes nothing. */
function runRows({ db, command, context }: RunningBatch, rows: readonly CheckedRow[]): Promise<RowOutcome[]> {
  return runTransaction(db, makeActor(context.user, context.sender), async (tx) => {
    const outcomes = await command.runRows!({
      ...context,
      tx,
      inputs: rows.map(({ input }) => input),
    } as never);
    await storeAnswers(
      tx,
      rows.flatMap(({ write }, index) => {
        const outcome = outcomes[index]!;
        return write && 'data' in outcome ? [{ write, answer: outcome.data ?? null }] : [];
      }),
    );
    return outcomes;
  });
}

/** Writes a row in its own transaction. */
async function writeRow(batch: RunningBatch, { row, input, write }: CheckedRow): Promise<BatchRowAnswer> {
  try {
    const data = await runCommand(batch.db, batch.command, { ...batch.context, input }, write, null);
    return { id: row.id, answer: { success: true, data } };
  } catch (error) {
    return answerError(batch, row, error);
  }
}

/** Writes rows in one transaction, or each row in its own transaction if a row fails in the database. */
async function writeChunk(batch: RunningBatch, rows: readonly CheckedRow[]): Promise<BatchRowAnswer[]> {
  let outcomes: RowOutcome[] | null = null;
  if (batch.command.runRows && rows.length > 1)
    try {
      outcomes = await runRows(batch, rows);
    } catch (error) {
      // A row that breaks a rule of the database undoes the other rows of the transaction. Each row is therefore tried
      // alone.
      answerError(batch, rows[0]!.row, error);
    }
  if (!outcomes) {
    const answers: BatchRowAnswer[] = [];
    for (const row of rows) answers.push(await writeRow(batch, row));
    return answers;
  }
  // In the meantime another call with the same request id may have written a row. Such a row gets the stored
  // answer instead of the refusal.
  const refusedRows = rows.filter((_, index) => 'refusal' in outcomes[index]!);
  const storedAnswers = await findAnswersOfRows(batch, refusedRows);
  return rows.map(({ row, write }, index): BatchRowAnswer => {
    const outcome = outcomes[index]!;
    if ('data' in outcome) return { id: row.id, answer: { success: true, data: outcome.data ?? null } };
    const stored = write && storedAnswers.get(write.requestId);
    return write && stored ? replayRow(batch, row, write, stored) : answerError(batch, row, outcome.refusal);
  });
}

/** Validates the input of a row. @returns the row, or the refusal */
function checkRow(
  batch: RunningBatch,
  row: BatchRow,
  { id, ...fields }: BatchRow,
  write: IdempotentWrite | null,
): CheckedRow | BatchRowAnswer {
  try {
    const input = validateInput(batch.command, 'id' in batch.command.input ? { id, ...fields } : fields);
    return { row, input, write };
  } catch (error) {
    return answerError(batch, row, error);
  }
}

/** Receives the verdicts of a running batch, and tells whether the batch is cancelled. */
export interface BatchProgress {
  /** Called with new verdicts. It may write them. The next rows wait until it has finished. */
  onVerdicts: (verdicts: readonly BatchRowAnswer[]) => Promise<void>;
  /** Whether the batch is cancelled, so that all further rows are refused. */
  isCancelled: () => boolean;
}

/**
 * Runs a command for each row, some rows in each transaction. A refused row does not stop the other rows. Any
 * other error ends the batch. If the call is repeated with the same request id, the finished rows do not
 * run again.
 */
export async function writeBatch(
  db: Db,
  command: Route,
  rows: readonly BatchRow[],
  { user, ...context }: WriteContext,
  requestId: string | undefined,
  progress?: BatchProgress,
): Promise<BatchAnswer> {
  if (!user) throw makeError('notSignedIn');
  const batch: RunningBatch = { db, command, context: { ...context, user } };
  const verdicts = new Map<number, BatchRowAnswer>();
  const addVerdicts = async (answers: readonly BatchRowAnswer[]) => {
    for (const answer of answers) verdicts.set(answer.id, answer);
    if (answers.length > 0) await progress?.onVerdicts(answers);
  };
  const identifiedRows = await computePerRow(rows, (row) => ({
    row,
    write: makeIdempotentWrite(command, row, user, requestId && makeRowRequestId(requestId, row.id)),
  }));
  // Rows that an earlier call has already written only get their stored answers. Only the other rows are
  // prepared together.
  const storedAnswers = await findAnswersOfRows(batch, identifiedRows);
  const findStoredAnswerOf = (write: IdempotentWrite | null) => write && storedAnswers.get(write.requestId);
  await addVerdicts(
    identifiedRows.flatMap(({ row, write }) => {
      const stored = findStoredAnswerOf(write);
      return stored ? [replayRow(batch, row, write!, stored)] : [];
    }),
  );
  const openRows = identifiedRows.filter(({ write }) => !findStoredAnswerOf(write));
  const givenRows = openRows.map(({ row }) => row);
  const preparedRows = (await command.prepareBatch?.({ db, user }, givenRows)) ?? givenRows;
  const checkedRows = await computePerRow(openRows, ({ row, write }, index) =>
    checkRow(batch, row, preparedRows[index]!, write),
  );
  await addVerdicts(checkedRows.filter((checked) => 'answer' in checked));
  const validRows = checkedRows.filter((checked) => 'input' in checked);
  for (const chunk of splitIntoChunks(validRows, ROWS_PER_CHUNK))
    await addVerdicts(
      progress?.isCancelled()
        ? chunk.map(({ row }) => answerError(batch, row, makeError('batchCancelled')))
        : await writeChunk(batch, chunk),
    );
  return { rows: rows.map(({ id }) => verdicts.get(id)!) };
}
