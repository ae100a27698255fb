import { useCallback, useContext, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { ParetoRows, sumParetoItems, type ParetoItem } from '../kit/drawing/chart/pareto-rows.tsx';
import { UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { formatHours } from '../kit/drawing/format-hours.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { usePeriodText } from '../kit/tile/shown-day.ts';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';

const words = {
  noStops: ['没有停机', 'No downtime', '沒有停機', '停止なし'],
  repairReason: ['维修', 'Repair', '維修', '修理'],
  reportedReason: ['仅报停机', 'Reported only', '僅報停機', '停止報告のみ'],
} as const satisfies TermsByKey;

const PERIODS = ['today', 'currentShift', 'lastSevenDays'] as const;
/** The term of each reason that is not a call type, by the key of the reason. */
const TERM_BY_REASON_KEY: Readonly<Record<string, 'repairReason' | 'reportedReason'>> = {
  repair: 'repairReason',
  report: 'reportedReason',
};

interface Reason extends ParetoItem {
  readonly stopCount: number;
}

interface Settings {
  period: (typeof PERIODS)[number];
  workGroupId: number | null;
}

function StopParetoContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const periodText = usePeriodText(settings.period);
  const head = useContext(TileHeadContext);
  const reasons = useMemo(
    () =>
      rows
        .map((row): Reason => {
          const key = cellReaders.text(row, 'reasonKey');
          const term = TERM_BY_REASON_KEY[key];
          return {
            key,
            name: term ? t(term) : cellReaders.text(row, 'reasonName') || UNKNOWN_VALUE_TEXT,
            value: cellReaders.number(row, 'seconds') ?? 0,
            stopCount: cellReaders.number(row, 'stopCount') ?? 0,
          };
        })
        .filter(({ value }) => value > 0),
    [rows, t],
  );
  const nameOthers = useCallback((count: number) => t('otherItems', { count }), [t]);
  return (
    <div className="pareto">
      {reasons.length > 0 && (
        <div className="chart-figures">
          <span className="chart-main">
            <WallStateMark stateStyle={getStateStyle('down')}>{t('down')}</WallStateMark>
            <ChangedValue>{formatHours(sumParetoItems(reasons))}</ChangedValue>
          </span>
          <span className="quiet">{`${reasons.reduce((sum, { stopCount }) => sum + stopCount, 0)} ×`}</span>
        </div>
      )}
      <ParetoRows
        items={reasons}
        format={formatHours}
        nameOthers={nameOthers}
        emptyText={t(areRowsKnown ? 'noStops' : 'waitingForData')}
      />
      {head && createPortal(<span className="chart-span">{periodText}</span>, head)}
    </div>
  );
}

/**
 * Shows the reasons with the longest downtime as bars, and their cumulated share of the downtime
 * as a line.
 */
export const stopPareto = defineWidget({
  type: 'stopPareto',
  version: 1,
  title: 'stopPareto',
  area: 'devices',
  words,
  size: { w: 9, h: 9, minW: 6, minH: 4 },
  settings: { period: choice(PERIODS, { initial: 'lastSevenDays' }), ...GROUP_SCOPE_FIELDS },
  source: ({ period, ...settings }, variables) => ({
    path: '/mes/form/stopPareto',
    params: { period, ...buildGroupScopeParams(settings, variables), ...buildShownDayParams(variables) },
  }),
  Component: StopParetoContent,
});
