import { useMemo } from 'react';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './overdue-measures.css';

const words = {
  overdueMeasures: ['逾期纠正措施', 'Overdue measures', '逾期矯正措施', '期限切れの是正対策'],
  noOverdueMeasures: [
    '没有逾期的纠正措施',
    'No measure is overdue',
    '沒有逾期的矯正措施',
    '期限切れの対策はありません',
  ],
  measureLateBy: ['逾期 {{days}} 天', '{{days}} d late', '逾期 {{days}} 天', '{{days}} 日遅れ'],
} as const satisfies TermsByKey;

const readDaysLate = (row: ReportRow): number => cellReaders.number(row, 'measureDaysLate') ?? 0;

/** Orders measures by their delay, the most overdue first. */
const compareMeasures = (one: ReportRow, other: ReportRow): number =>
  readDaysLate(other) - readDaysLate(one) || Number(one['id']) - Number(other['id']);

function OverdueMeasuresContent({ settings, rows, areRowsKnown }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
  const measures = useMemo(() => rows.toSorted(compareMeasures), [rows]);
  if (rows.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noOverdueMeasures' : 'waitingForData')}</TileMessage>;
  return (
    <div className="wall-table">
      <PagedRows
        rows={measures}
        keyOf={(row) => cellReaders.text(row, 'id')}
        pageSeconds={settings.pageSeconds}
        rowClass="measure-columns"
        marksNew
      >
        {(row) => (
          <>
            <span className="measure-what cut">{cellReaders.text(row, 'what')}</span>
            <span className="measure-owner cut quiet">
              {[cellReaders.text(row, 'ownerName'), cellReaders.text(row, 'errorClassName')].join(' · ')}
            </span>
            <span className="measure-late to-end">
              <WallStateMark stateStyle={LATE_STYLE}>
                {t('measureLateBy', { days: readDaysLate(row) })}
              </WallStateMark>
            </span>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/** Shows the measures of corrective actions that are past due, the most overdue first, with their owners. */
export const overdueMeasures = defineWidget({
  type: 'overdueMeasures',
  version: 1,
  title: 'overdueMeasures',
  area: 'quality',
  words,
  size: { w: 8, h: 7, minW: 6, minH: 4 },
  settings: {
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: () => ({ path: '/mes/form/lateMeasures', params: {} }),
  Component: OverdueMeasuresContent,
});
