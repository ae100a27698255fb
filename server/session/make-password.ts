import { randomInt } from 'node:crypto';
import { isValidPassword } from '#shared/rules/password.ts';

/** Leaves out characters that look alike, such as 0 and O. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Generates a password that satisfies the rules. */
export function makePassword(): string {
  for (;;) {
    const password = Array.from({ length: 14 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
    if (isValidPassword(password)) return password;
  }
}
