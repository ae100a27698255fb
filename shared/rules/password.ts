/** The minimum and maximum number of characters of a new password (specification §5). */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 20;

/**
 * Whether a new password has 8 to 20 characters, with a digit, a lower-case and an upper-case letter (specification
 * §5).
 */
export const isValidPassword = (password: string): boolean =>
  password.length >= PASSWORD_MIN_LENGTH &&
  password.length <= PASSWORD_MAX_LENGTH &&
  /\d/.test(password) &&
  /[a-z]/.test(password) &&
  /[A-Z]/.test(password);

/** Whether a PIN is 4 to 8 digits. */
export const isValidPin = (pin: string): boolean => /^\d{4,8}$/.test(pin);
