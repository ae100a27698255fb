import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Db } from '../../db/database.ts';
import { CODE_SIGNS } from './verification-glyphs.ts';
import { codePicture } from './verification-picture.ts';

/** How long a verification code can be used, in minutes. */
const LIVES_MINUTES = 5;
const SIGNS = 4;

/** Makes the answer of a new verification code. */
export const makeCode = (): string =>
  Array.from({ length: SIGNS }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('');

const digest = (id: string, answer: string): Buffer =>
  createHash('sha256').update(`${id} ${answer.trim().toUpperCase()}`).digest();

/** Draws a verification code; only a digest of its answer is kept. */
export async function drawLoginCode(db: Db, answer: string): Promise<{ id: string; picture: string }> {
  const id = randomBytes(16).toString('hex');
  await sql`insert into login_code (id, answer_hash, expires_at)
    values (${id}, ${digest(id, answer).toString('hex')}, now() + make_interval(mins => ${LIVES_MINUTES}))`.execute(
    db,
  );
  return { id, picture: codePicture(answer) };
}

/**
 * Uses a verification code up, right or wrong: each can be tried once.
 * @throws verificationCodeWrong also where it is unknown, used or too old
 */
export async function useLoginCode(db: Db, id: string | null, answer: string | null): Promise<void> {
  if (!id || !answer) throw fail('verificationCodeWrong');
  const used = await sql<{ answerHash: string; alive: boolean }>`delete from login_code where id = ${id}
    returning answer_hash, expires_at > now() as alive`.execute(db);
  const row = used.rows[0];
  if (!row?.alive || !timingSafeEqual(Buffer.from(row.answerHash, 'hex'), digest(id, answer))) {
    throw fail('verificationCodeWrong');
  }
}
