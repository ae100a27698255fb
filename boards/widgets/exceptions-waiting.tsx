import { useMemo } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { OPEN_QUALITY_STATES } from '#shared/machines/quality-exception.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ElapsedTimeInWords } from '../kit/drawing/elapsed-in-words.tsx';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './exceptions-waiting.css';

const SECONDS_PER_HOUR = 3600;

const words = {
  noExceptionsWaiting: [
    '没有待处理的质量异常',
    'No quality exception waits',
    '沒有待處理的品質異常',
    '対応待ちの品質異常はありません',
  ],
  longWaitHours: ['超时标记（小时）', 'Marked after (hours)', '逾時標記（小時）', '強調までの時間（時間）'],
} as const satisfies TermsByKey;

interface Settings {
  longWaitHours: number;
  pageSeconds: number;
}

/** Orders exceptions by age, the oldest first. */
const compareExceptions = (one: ReportRow, other: ReportRow): number =>
  cellReaders.text(one, 'raisedAt').localeCompare(cellReaders.text(other, 'raisedAt')) ||
  Number(one['id']) - Number(other['id']);

function ExceptionsWaitingContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const lang = useLang();
  const exceptions = useMemo(() => rows.toSorted(compareExceptions), [rows]);
  if (rows.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noExceptionsWaiting' : 'waitingForData')}</TileMessage>;
  const isWaitingLong = (row: ReportRow) =>
    (cellReaders.number(row, 'waitedSeconds') ?? 0) >= settings.longWaitHours * SECONDS_PER_HOUR;
  return (
    <div className="wall-table">
      <PagedRows
        rows={exceptions}
        keyOf={(row) => cellReaders.text(row, 'id')}
        pageSeconds={settings.pageSeconds}
        rowClass="exception-columns"
        marksNew
      >
        {(row) => {
          const state = OPEN_QUALITY_STATES.find((openState) => openState === row['state']);
          const since = <ElapsedTimeInWords since={cellReaders.text(row, 'raisedAt')} />;
          return (
            <>
              <span className="exception-what cut">
                {cellReaders.text(row, 'errorClassName') || cellReaders.text(row, 'code')}{' '}
                {formatFigure(cellReaders.number(row, 'heldQuantity'), lang)}
              </span>
              <span className="exception-place cut quiet">
                {[cellReaders.text(row, 'partName'), cellReaders.text(row, 'processName')]
                  .filter(Boolean)
                  .join(' · ') || UNKNOWN_VALUE_TEXT}
              </span>
              <span className="exception-state cut">
                {state && <WallStateMark stateStyle={getStateStyle(state)}>{t(state)}</WallStateMark>}{' '}
                <span className="quiet">{cellReaders.text(row, 'awaitedSigners')}</span>
              </span>
              <span className="exception-since to-end">
                {isWaitingLong(row) && (
                  <span className="wall-late">
                    <span className="wall-shape" aria-hidden="true">
                      {LATE_STYLE.shape}
                    </span>{' '}
                  </span>
                )}
                {since}
              </span>
            </>
          );
        }}
      </PagedRows>
    </div>
  );
}

/** Shows the unfinished quality exceptions, the oldest first, with the people whose signatures are missing. */
export const exceptionsWaiting = defineWidget({
  type: 'exceptionsWaiting',
  version: 1,
  title: 'exceptionsWaiting',
  area: 'quality',
  words,
  size: { w: 9, h: 9, minW: 8, minH: 5 },
  settings: {
    ...GROUP_SCOPE_FIELDS,
    longWaitHours: number({ min: 1, max: 720, decimals: 0, initial: 24 }),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: (settings, variables) => ({
    path: '/mes/form/exceptionsWaiting',
    params: buildGroupScopeParams(settings, variables),
  }),
  Component: ExceptionsWaitingContent,
});
