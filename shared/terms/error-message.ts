import type { ErrorCode, ErrorParams } from '#shared/kernel/errors.ts';
import { INTL_LANG, type Lang } from '#shared/kernel/lang.ts';
import type { FieldProblem } from '#shared/kernel/validate.ts';
import { term, terms, type TermKey } from './index.ts';

/** Marks a message parameter as the key of a term, so that it is shown in the reader's language. */
export const termParam = (key: TermKey): string => `@${key}`;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Formats an instant as the local time of a zone. */
const onTheClock = (lang: Lang, zone: string, instant: string): string =>
  new Intl.DateTimeFormat(INTL_LANG[lang], {
    timeZone: zone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  }).format(new Date(instant));

function inWords(lang: Lang, zone: string, value: string | number | null): string | number | null {
  if (typeof value !== 'string') return value;
  if (value.startsWith('@') && value.slice(1) in terms) return term(lang, value.slice(1) as TermKey);
  return INSTANT.test(value) ? onTheClock(lang, zone, value) : value;
}

/**
 * Builds the message of a refusal in the reader's language. Instants are shown in the local time of
 * `zone`.
 */
export const errorMessage = (lang: Lang, code: ErrorCode, params: ErrorParams = {}, zone = 'UTC'): string =>
  term(
    lang,
    `error.${code}`,
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, inWords(lang, zone, value)])),
  );

/** Builds the error message that a form shows under a field. */
export const fieldMessage = (lang: Lang, problem: FieldProblem): string =>
  term(lang, `error.field.${problem.reason}`, problem.params);
