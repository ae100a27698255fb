import type { ReactNode } from 'react';
import { calculateDoneShare } from '#shared/ledger/ledger.ts';
import type { ProcessProgressRow } from '#shared/answers/progress-query.ts';
import { PROCESS_QUANTITIES } from '#shared/rules/list-layouts.ts';
import { estimateTextColumnWidth } from '#client/kit/tables/column.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';

export type ProcessRecord = ProcessProgressRow['record'];

/** The width in pixels that a column needs to show a late day without cutting it. */
export const LATE_DAY_WIDTH_PX = estimateTextColumnWidth('◆ 0000-00-00');

/** Renders a day of a process. A day that has passed before the process is done is marked as late. */
export function renderDayOfProcess(day: string | null, process: ProcessWithWait, today: string): ReactNode {
  const isLate = day !== null && day < today && calculateDoneShare(process) < 1;
  return (
    <span className={isLate ? 'moment day-late' : 'moment'}>
      {isLate && <span aria-hidden="true">◆ </span>}
      {day ?? '—'}
    </span>
  );
}

/** Makes the cells of the planned end and of the quantities of a process. A quantity of zero is grey. */
export const makeProcessCells = (
  findProcess: (record: ProcessRecord) => ProcessWithWait,
  today: string,
): Record<string, (record: ProcessRecord) => ReactNode> => ({
  plannedEnd: (record) => renderDayOfProcess(findProcess(record).plannedEnd, findProcess(record), today),
  ...Object.fromEntries(
    PROCESS_QUANTITIES.map((name) => [
      name,
      (record: ProcessRecord) => {
        const quantity = findProcess(record)[name];
        return (
          <span className={quantity === 0 ? 'figure-none' : `figure-${name}`}>{formatNumber(quantity)}</span>
        );
      },
    ]),
  ),
});
