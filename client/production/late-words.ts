import type { TermKey } from '#shared/terms/index.ts';
import type { LateBy } from './late-by.ts';

/** How lateness is said, and how loud. */
export interface LateWords {
  /** With `{{days}}`. */
  readonly term: TermKey;
  readonly days: number;
  readonly tone: 'late' | 'overdue' | 'calm';
}

/** The one phrase that says how an order stands: 'late by 3 d', '2 d ahead', 'on time'. */
export function lateWords(of: LateBy): LateWords {
  const days = Math.abs(of.days);
  if (of.kind === 'left') return { term: days === 0 ? 'dueToday' : 'daysLeft', days, tone: 'calm' };
  if (of.kind === 'overdue') return { term: 'overdueByDays', days, tone: 'overdue' };
  if (of.days > 0)
    return { term: of.kind === 'done' ? 'finishedLateByDays' : 'lateByDays', days, tone: 'late' };
  if (of.days < 0) return { term: 'aheadByDays', days, tone: 'calm' };
  return { term: 'onTime', days, tone: 'calm' };
}
