/**
 * Converts full-width characters to normal ones. Users type full-width characters with Chinese or
 * Japanese input methods.
 */
export const toHalfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');

/**
 * Converts the full-width characters of a typed number, and removes the separators of thousands. It does not check the
 * number.
 */
export function normalizeNumberText(text: string): string {
  const normalized = toHalfWidth(text).trim();
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(normalized) ? normalized.replaceAll(',', '') : normalized;
}

const DATE_TIME_PATTERN =
  /^(\d{4})(?:-|\/|\.|年)(\d{1,2})(?:-|\/|\.|月)(\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?)?$/;

/**
 * Parses a typed date, with or without a time.
 * @returns 'YYYY-MM-DDTHH:mm:ss', with milliseconds if typed; null if the text has another form
 */
export function parseDateTime(text: string): string | null {
  const match = DATE_TIME_PATTERN.exec(toHalfWidth(text).trim());
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '00', second = '00', fraction = ''] = match;
  const padTwoDigits = (digits: string) => digits.padStart(2, '0');
  return `${year}-${padTwoDigits(month!)}-${padTwoDigits(day!)}T${padTwoDigits(hour)}:${minute}:${second}${fraction}`;
}
