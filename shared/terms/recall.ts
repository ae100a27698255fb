import type { Term } from '#shared/kernel/lang.ts';

/** The terms of recalls: where suspect pieces are, and where they come from. */
export const recallTerms = {
  recallOrigin: ['追溯起点', 'Traced from', '追溯起點', '追跡の起点'],
  recallFrom: ['开始时间', 'From', '開始時間', '開始日時'],
  recallTo: ['结束时间', 'To', '結束時間', '終了日時'],
} as const satisfies Record<string, Term>;
