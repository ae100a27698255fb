/** The minimum and maximum length of a new password (specification §5). */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 20;

/**
 * Whether a new password is 8 to 20 characters with a digit, a lowercase and an uppercase letter
 * (specification §5).
 */
export const isValidPassword = (password: string): boolean =>
  password.length >= PASSWORD_MIN_LENGTH &&
  password.length <= PASSWORD_MAX_LENGTH &&
  /\d/.test(password) &&
  /[a-z]/.test(password) &&
  /[A-Z]/.test(password);

/** Whether a PIN is 4 to 8 digits. */
export const isValidPin = (pin: string): boolean => /^\d{4,8}$/.test(pin);
