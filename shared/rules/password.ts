/** The minimum and maximum length of a new password (specification §5). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 20;

/**
 * Whether a new password is 8 to 20 characters with a digit, a lowercase and an uppercase letter
 * (specification §5).
 */
export const isValidPassword = (password: string): boolean =>
  password.length >= PASSWORD_MIN &&
  password.length <= PASSWORD_MAX &&
  /\d/.test(password) &&
  /[a-z]/.test(password) &&
  /[A-Z]/.test(password);

/** Whether a PIN is 4 to 8 digits. */
export const isValidPin = (pin: string): boolean => /^\d{4,8}$/.test(pin);
