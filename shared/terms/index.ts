import type { ErrorCode } from '#shared/kernel/errors.ts';
import { LANGS, fill, type Lang, type Term } from '#shared/kernel/lang.ts';
import { entityTerms } from '#shared/entities/index.ts';
import { andonTerms } from './andon.ts';
import { basicTerms } from './basic.ts';
import { boardTerms } from './board.ts';
import { calendarTerms } from './calendar.ts';
import { dailyTerms } from './daily.ts';
import { demoTerms } from './demo.ts';
import { errorTerms } from './errors.ts';
import { fieldErrorTerms } from './field-errors.ts';
import { mastersTerms } from './masters.ts';
import { floorTerms } from './floor.ts';
import { orderTerms } from './order.ts';
import { productionErrorTerms } from './production-errors.ts';
import { productionTerms } from './production.ts';
import { progressTerms } from './progress.ts';
import { reportTerms } from './report.ts';
import { sessionTerms } from './session.ts';
import { shellTerms } from './shell.ts';

/** The vocabulary by area; one word per thing. A key stands in one area only (a contract test counts). */
export const TERM_AREAS = {
  basic: basicTerms,
  masters: mastersTerms,
  entity: entityTerms,
  demo: demoTerms,
  production: productionTerms,
  order: orderTerms,
  floor: floorTerms,
  progress: progressTerms,
  report: reportTerms,
  calendar: calendarTerms,
  daily: dailyTerms,
  andon: andonTerms,
  board: boardTerms,
  shell: shellTerms,
  session: sessionTerms,
  error: errorTerms,
  productionError: productionErrorTerms,
  fieldError: fieldErrorTerms,
} as const;

export const terms = {
  ...basicTerms,
  ...mastersTerms,
  ...entityTerms,
  ...demoTerms,
  ...productionTerms,
  ...orderTerms,
  ...floorTerms,
  ...progressTerms,
  ...reportTerms,
  ...calendarTerms,
  ...dailyTerms,
  ...andonTerms,
  ...boardTerms,
  ...shellTerms,
  ...sessionTerms,
  ...errorTerms,
  ...productionErrorTerms,
  ...fieldErrorTerms,
} as const satisfies Record<string, Term> & Record<`error.${ErrorCode}`, Term>;

export type TermKey = keyof typeof terms;

/**
 * A term in a language, with `{{name}}` filled in.
 * A key that is no term comes back as it is: the contract test finds it before a person does.
 */
export function term(lang: Lang, key: TermKey, params?: Record<string, unknown>): string {
  const words: Term | undefined = terms[key];
  return words ? fill(words[LANGS.indexOf(lang)]!, params) : key;
}
