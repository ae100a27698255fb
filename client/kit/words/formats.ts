import { INTL_TAG_BY_LANG, type Lang } from '#shared/kernel/lang.ts';
import { toLocalDay, formatLocalTime } from '#shared/rules/wall-clock.ts';
import { getCurrentLang, t } from './t.ts';

export { toLocalDay, localTimeToInstant, formatLocalTime } from '#shared/rules/wall-clock.ts';

/** The time zone of screens while nobody is signed in. */
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai';

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Returns the number format of a language with at least `minDecimals` and at most `maxDecimals` decimals. */
function getNumberFormat(lang: Lang, minDecimals: number, maxDecimals: number): Intl.NumberFormat {
  const key = `${lang} ${minDecimals} ${maxDecimals}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(INTL_TAG_BY_LANG[lang], {
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
      useGrouping: 'min2',
    });
    numberFormats.set(key, format);
  }
  return format;
}

/**
 * Formats a number with at most `decimals` decimals and no trailing zeros. Numbers with five or
 * more digits before the decimal point are grouped, such as 12,345.
 */
export const formatNumber = (value: number, decimals = 4, lang: Lang = getCurrentLang()): string =>
  getNumberFormat(lang, 0, decimals).format(value);

/** Formats a number with exactly `decimals` decimals, for numbers that are compared with each other. */
export const formatDecimals = (value: number, decimals: number): string =>
  getNumberFormat(getCurrentLang(), decimals, decimals).format(value);

/** Formats an amount of money with two decimals, such as 1057.50. An unknown amount is a dash. */
export const formatMoney = (amount: number | null): string =>
  amount === null ? '—' : formatDecimals(amount, 2);

/** Joins names or words to a list: 'A、B' in Chinese and Japanese, 'A, B' in English. */
export const joinWords = (words: readonly string[]): string =>
  words.join(getCurrentLang() === 'en_US' ? ', ' : '、');

/** Formats an instant as 'MM-DD HH:mm', with the year if the instant is not in the current year. */
export function formatMoment(instant: string, zone: string): string {
  const localTime = formatLocalTime(instant, zone);
  const day =
    localTime.slice(0, 4) === toLocalDay(zone, Date.now()).slice(0, 4)
      ? localTime.slice(5, 10)
      : localTime.slice(0, 10);
  return `${day} ${localTime.slice(11, 16)}`;
}

/** Formats the time of day of an instant as 'HH:mm'. */
export const formatTime = (instant: string, zone: string): string =>
  formatLocalTime(instant, zone).slice(11, 16);

/** Formats a duration in seconds, such as '1 h 20 min', '45 min' or '30 s'. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t('durationSeconds', { seconds: formatNumber(seconds, 0) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('durationMinutes', { minutes });
  return minutes % 60 === 0
    ? t('durationWholeHours', { hours: formatNumber(minutes / 60, 0) })
    : t('durationHours', { hours: formatNumber(Math.floor(minutes / 60), 0), minutes: minutes % 60 });
}

/**
 * Formats the time between two instants as the difference of their clock times without seconds: from
 * 08:48:50 to 09:00:10 is 12 min. Less than 60 s is given in seconds.
 */
export function formatClockDifference(from: string, until: string): string {
  const seconds = Math.round((Date.parse(until) - Date.parse(from)) / 1000);
  if (seconds < 60) return formatDuration(Math.max(0, seconds));
  const toMinutesSinceEpoch = (instant: string) => Math.floor(Date.parse(instant) / 60_000);
  return formatDuration((toMinutesSinceEpoch(until) - toMinutesSinceEpoch(from)) * 60);
}

/** Formats a file size in KB (1,024 bytes) or MB. The smallest result is '1 KB'. */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${formatNumber(Math.max(1, bytes / 1024), 0)} KB`
    : `${formatNumber(bytes / (1024 * 1024), 1)} MB`;
