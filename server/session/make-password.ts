import { randomInt } from 'node:crypto';
import { isValidPassword } from '#shared/rules/password.ts';

/** The characters of generated passwords, without characters that look alike, such as 0 and O. */
const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Generates a password that satisfies the password rules. */
export function makePassword(): string {
  for (;;) {
    const password = Array.from(
      { length: 14 },
      () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)],
    ).join('');
    if (isValidPassword(password)) return password;
  }
}
