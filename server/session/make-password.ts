import { randomInt } from 'node:crypto';
import { isGoodPassword } from '#shared/rules/password.ts';

/** Leaves out characters that look alike, such as 0 and O. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Generates a password that satisfies the rules. */
export function makePassword(): string {
  for (;;) {
    const made = Array.from({ length: 14 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
    if (isGoodPassword(made)) return made;
  }
}
