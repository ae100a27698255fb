import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { toWireText } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import type { Transaction } from '../db/transaction.ts';
import type { EarlierAnswer } from '../session/authenticate.ts';

/** A write with a request id. */
export interface IdempotentWrite {
  requestId: string;
  accountId: number;
  path: string;
  inputHash: string;
}

/** Matches the names of password fields, which are left out of the hash. */
const PASSWORD_FIELD_PATTERN = /password/i;

/** Hashes the fields of a call, except password fields. The order of the fields has no influence. */
export function hashInput(fields: Record<string, unknown>): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(fields).sort()) {
    if (!PASSWORD_FIELD_PATTERN.test(name)) hash.update(JSON.stringify([name, toWireText(fields[name])]));
  }
  return hash.digest('hex');
}

/**
 * Returns the stored answer of a request id.
 * @throws requestIdReused if the input, path or account differs
 */
export function replayAnswer(earlierAnswer: EarlierAnswer, write: IdempotentWrite): unknown {
  const isSameWrite =
    earlierAnswer.accountId === write.accountId &&
    earlierAnswer.path === write.path &&
    earlierAnswer.inputHash === write.inputHash;
  if (!isSameWrite) throw makeError('requestIdReused');
  return earlierAnswer.answer;
}

/** Stores the answers of writes, in the transaction of the writes. */
export async function storeAnswers(
  tx: Transaction,
  answers: readonly { write: IdempotentWrite; answer: unknown }[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ write: { requestId, accountId, path, inputHash }, answer }) => ({
    request_id: requestId,
    account_id: accountId,
    path,
    input_hash: inputHash,
    answer,
  }));
  await sql`/* deferred */ insert into request_once (factory_id, request_id, account_id, path, input_hash, answer)
    select ${tx.factoryId}::bigint, request_id, account_id, path, input_hash, coalesce(answer, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (request_id uuid, account_id bigint, path text,
      input_hash text, answer jsonb)`.execute(tx.db);
}

/** Finds the stored answers of request ids, by request id. */
export async function findStoredAnswers(
  db: Db,
  factoryId: number,
  requestIds: readonly string[],
): Promise<Map<string, EarlierAnswer>> {
  const result = await sql<
    EarlierAnswer & { requestId: string }
  >`select request_id, account_id, path, input_hash, answer from request_once
    where factory_id = ${factoryId} and request_id = any(${[...requestIds]}::uuid[])`.execute(db);
  return new Map(result.rows.map(({ requestId, ...answer }) => [requestId, answer]));
}

/** Finds the stored answer of a request id; null if there is none. */
export const findStoredAnswer = async (
  db: Db,
  factoryId: number,
  requestId: string,
): Promise<EarlierAnswer | null> =>
  (await findStoredAnswers(db, factoryId, [requestId])).get(requestId.toLowerCase()) ?? null;
