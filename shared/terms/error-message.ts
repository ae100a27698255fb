import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { ErrorParams } from '#shared/kernel/errors.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { FieldProblem } from '#shared/kernel/validate.ts';
import { formatLocalTime } from '#shared/rules/wall-clock.ts';
import { translateTerm, terms, type TermKey } from './index.ts';

/**
 * Marks a message parameter as the key of a term, so that the message shows the term in the reader's
 * language.
 */
export const markAsTerm = (key: TermKey): string => `@${key}`;

const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** Formats an instant as 'MM-DD HH:mm' in a zone, as the screens do. */
const formatInstant = (zone: string, instant: string): string =>
  formatLocalTime(instant, zone).slice(5, 16).replace('T', ' ');

function translateParam(lang: Lang, zone: string, value: string | number | null): string | number | null {
  if (typeof value !== 'string') return value;
  if (value.startsWith('@') && value.slice(1) in terms) return translateTerm(lang, value.slice(1) as TermKey);
  return INSTANT_PATTERN.test(value) ? formatInstant(zone, value) : value;
}

/**
 * Builds the message of a refusal in the reader's language. Instants are shown in the local time of
 * `zone`.
 */
export const buildErrorMessage = (
  lang: Lang,
  code: ErrorCode,
  params: ErrorParams = {},
  zone = 'UTC',
): string =>
  translateTerm(
    lang,
    `error.${code}`,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, translateParam(lang, zone, value)]),
    ),
  );

/** Builds the error message that a form shows under a field. */
export const buildFieldMessage = (lang: Lang, problem: FieldProblem): string =>
  translateTerm(lang, `error.field.${problem.reason}`, problem.params);
