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

/** Stores the answer of a write, in the transaction of the write. */
export async function storeAnswer(tx: Transaction, write: IdempotentWrite, answer: unknown): Promise<void> {
  await sql`/* deferred */ insert into request_once (factory_id, request_id, account_id, path, input_hash, answer)
    values (${tx.factoryId}, ${write.requestId}::uuid, ${write.accountId}, ${write.path},
      ${write.inputHash}, ${JSON.stringify(answer)}::jsonb)`.execute(tx.db);
}

/** Finds the stored answer of a request id; null if there is none. */
export async function findStoredAnswer(
  db: Db,
  factoryId: number,
  requestId: string,
): Promise<EarlierAnswer | null> {
  const found = await sql<EarlierAnswer>`select account_id, path, input_hash, answer from request_once
    where factory_id = ${factoryId} and request_id = ${requestId}::uuid`.execute(db);
  return found.rows[0] ?? null;
}
