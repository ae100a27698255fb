import { useContext } from 'react';
import { createPortal } from 'react-dom';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { HourBars } from '../kit/drawing/chart/hour-bars.tsx';
import { sumHours } from '../kit/drawing/chart/hour-output.ts';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import {
  getHourOutputSource,
  HOUR_OUTPUT_SETTINGS,
  useHourOutput,
  type HourOutputSettings,
} from '../kit/drawing/chart/use-hour-output.ts';
import { formatFigure } from '../kit/drawing/figure.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';

function OutputByHourContent({ settings, rows, areRowsKnown }: WidgetProps<HourOutputSettings>) {
  const t = useT();
  const lang = useLang();
  const head = useContext(TileHeadContext);
  const [boxRef, size] = useBoxSize();
  const { hours, isEmpty, now, spanText } = useHourOutput(rows, settings.period);
  if (isEmpty)
    return <TileMessage>{t(areRowsKnown ? 'nothingPlannedOrMade' : 'waitingForData')}</TileMessage>;
  const [good, scrap, planned] = [
    sumHours(hours, 'good'),
    sumHours(hours, 'scrap'),
    sumHours(hours, 'planned'),
  ];
  return (
    <div className="chart-tile">
      <div className="chart-figures">
        <span className="chart-main">
          <span className="quiet">{t('good')}</span>
          <span>
            <ChangedValue>{formatFigure(good, lang)}</ChangedValue>
            {planned > 0 && <span className="chart-plan-figure">/{formatFigure(planned, lang)}</span>}
          </span>
        </span>
        {scrap > 0 && (
          <WallStateMark
            stateStyle={getStateStyle('scrapped')}
          >{`${t('scrap')} ${formatFigure(scrap, lang)}`}</WallStateMark>
        )}
      </div>
      <div className="chart-box" ref={boxRef}>
        {size && size.width > 0 && size.height > size.fontSizePx && (
          <HourBars hours={hours} now={now} size={size} />
        )}
      </div>
      {head && createPortal(<span className="chart-span">{spanText}</span>, head)}
    </div>
  );
}

/** Shows the good, the scrap and the planned quantity of each hour of today or of the shift. */
export const outputByHour = defineWidget({
  type: 'outputByHour',
  version: 1,
  title: 'outputByHour',
  area: 'production',
  size: { w: 8, h: 9, minW: 6, minH: 4 },
  settings: HOUR_OUTPUT_SETTINGS,
  source: getHourOutputSource,
  Component: OutputByHourContent,
});
