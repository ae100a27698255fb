import { useContext } from 'react';
import { createPortal } from 'react-dom';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { BurnUpChart } from '../kit/drawing/chart/burn-up-chart.tsx';
import { sumHours, type HourOutput } from '../kit/drawing/chart/hour-output.ts';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import {
  getHourOutputSource,
  HOUR_OUTPUT_SETTINGS,
  useHourOutput,
  type HourOutputSettings,
} from '../kit/drawing/chart/use-hour-output.ts';
import { formatFigure, formatSignedFigure } from '../kit/drawing/figure.ts';
import { describePlanDifference } from '../kit/drawing/plan-difference.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';

const words = {
  dayBurnUp: ['累计产量与计划', 'Output against plan', '累計產量與計劃', '累積出来高と計画'],
  withoutPlan: ['无计划', 'No plan', '無計劃', '計画なし'],
} as const satisfies TermsByKey;

/** Shows in words whether the good quantity is ahead of the plan or behind it, and by how many pieces. */
function PlanDifferenceLine({ hours }: { hours: readonly HourOutput[] }) {
  const t = useT(words);
  const lang = useLang();
  const good = sumHours(hours, 'good');
  const planned = sumHours(hours, 'planned');
  const difference = good - sumHours(hours, 'plannedNow');
  const { term, stateStyle, arrow, isBehind } = describePlanDifference(difference);
  return (
    <div className="chart-figures">
      {planned > 0 ? (
        <span className={isBehind ? 'chart-main wall-late' : 'chart-main'}>
          <WallStateMark stateStyle={stateStyle}>{t(term)}</WallStateMark>
          <span>
            {arrow && <span aria-hidden="true">{arrow} </span>}
            <ChangedValue>{formatSignedFigure(difference, lang)}</ChangedValue>
          </span>
        </span>
      ) : (
        <WallStateMark stateStyle={getStateStyle('draft')}>{t('withoutPlan')}</WallStateMark>
      )}
      <span>
        <ChangedValue>{formatFigure(good, lang)}</ChangedValue>
        {planned > 0 && <span className="quiet">/{formatFigure(planned, lang)}</span>}
      </span>
    </div>
  );
}

function DayBurnUpContent({ settings, rows, areRowsKnown }: WidgetProps<HourOutputSettings>) {
  const t = useT(words);
  const head = useContext(TileHeadContext);
  const [boxRef, size] = useBoxSize();
  const { hours, isEmpty, now, spanText } = useHourOutput(rows, settings.period);
  if (isEmpty)
    return <TileMessage>{t(areRowsKnown ? 'nothingPlannedOrMade' : 'waitingForData')}</TileMessage>;
  return (
    <div className="chart-tile">
      <PlanDifferenceLine hours={hours} />
      <div className="chart-box" ref={boxRef}>
        {size && size.width > 0 && size.height > size.fontSizePx && (
          <BurnUpChart hours={hours} now={now} size={size} />
        )}
      </div>
      {head && createPortal(<span className="chart-span">{spanText}</span>, head)}
    </div>
  );
}

/**
 * Shows how the good quantity of today or of the shift grows against its plan, hour by hour, and whether it is ahead of
 * the plan or behind it now.
 */
export const dayBurnUp = defineWidget({
  type: 'dayBurnUp',
  version: 1,
  title: 'dayBurnUp',
  area: 'production',
  words,
  size: { w: 8, h: 9, minW: 6, minH: 4 },
  settings: HOUR_OUTPUT_SETTINGS,
  source: getHourOutputSource,
  Component: DayBurnUpContent,
});
