import { randomInt } from 'node:crypto';
import { isValidPassword } from '#shared/rules/password.ts';

/** No signs that are taken for one another when they are copied from a screen. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Makes a password that satisfies the rules. */
export function makePassword(): string {
  for (;;) {
    const made = Array.from({ length: 14 }, () => SIGNS[randomInt(SIGNS.length)]).join('');
    if (isValidPassword(made)) return made;
  }
}
