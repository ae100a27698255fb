import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Db } from '../../db/database.ts';
import { CODE_CHARACTERS } from './verification-glyphs.ts';
import { SPOKEN_DIGITS } from './verification-sound.ts';

/** How long a verification code is valid, in minutes. */
const CODE_LIFETIME_MINUTES = 5;
const CODE_LENGTH = 4;
/** An audible code has fewer different characters, so it is longer. */
const SPOKEN_CODE_LENGTH = 6;

/** Generates the text of a verification code. A spoken code has only digits. */
export function makeVerificationCode(isSpoken = false): string {
  const characters = isSpoken ? SPOKEN_DIGITS : CODE_CHARACTERS;
  const length = isSpoken ? SPOKEN_CODE_LENGTH : CODE_LENGTH;
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}

const digestAnswer = (id: string, answer: string): Buffer =>
  createHash('sha256').update(`${id} ${answer.trim().toUpperCase()}`).digest();

/** Stores a digest of a verification code. @returns the id of the code */
export async function storeVerificationCode(db: Db, code: string): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await sql`insert into login_code (id, answer_hash, expires_at)
    values (${id}, ${digestAnswer(id, code).toString('hex')}, now() + make_interval(mins => ${CODE_LIFETIME_MINUTES}))`.execute(
    db,
  );
  return id;
}

/**
 * Checks the answer to a verification code and deletes the code, so that each code can be tried
 * only once.
 * @throws verificationCodeWrong, also if the code is unknown, used or expired
 */
export async function consumeVerificationCode(
  db: Db,
  id: string | null,
  answer: string | null,
): Promise<void> {
  if (!id || !answer) throw makeError('verificationCodeWrong');
  const result = await sql<{ answerHash: string; isValid: boolean }>`delete from login_code where id = ${id}
    returning answer_hash, expires_at > now() as is_valid`.execute(db);
  const row = result.rows[0];
  if (!row?.isValid || !timingSafeEqual(Buffer.from(row.answerHash, 'hex'), digestAnswer(id, answer))) {
    throw makeError('verificationCodeWrong');
  }
}
