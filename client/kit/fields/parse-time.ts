/**
 * Parses a typed time of day, such as '8:30', '08:30', '830' or '8'.
 * @returns the time as 'HH:mm'; null if the text is invalid
 */
export function parseTime(typedText: string): string | null {
  const cleanText = typedText
    .trim()
    .replace(/[.:：时時]/, ':')
    .replace(/[分]$/, '');
  const match =
    /^(\d{1,2}):(\d{0,2})$/.exec(cleanText) ??
    /^(\d{1,2})(\d{2})$/.exec(cleanText) ??
    /^(\d{1,2})$/.exec(cleanText);
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)];
  if (hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
