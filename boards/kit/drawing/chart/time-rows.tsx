import { scaleLinear } from 'd3';
import type { StateStyle } from '#client/kit/elements/state-style.ts';
import { useLang } from '#client/kit/words/t.ts';
import { ChangedValue } from '../changed-value.tsx';
import { formatFigure } from '../figure.ts';
import type { BoxSize } from '../use-box-size.ts';
import { WallStateMark } from '../wall-mark.tsx';
import { computeAxisHeight, HourAxis } from './hour-axis.tsx';
import './chart.css';
import './time-rows.css';

/** An entry of the legend: what one kind of bars means, and how many of these bars there are. */
export interface TimeLegendEntry {
  readonly key: string;
  /** The CSS class of the sample, which makes the sample look like the bars. */
  readonly sampleClass: string;
  readonly stateStyle: StateStyle;
  readonly text: string;
  readonly count: number;
}

/** Shows what each kind of bars in rows of time means. */
export function TimeLegend({ entries }: { entries: readonly TimeLegendEntry[] }) {
  const lang = useLang();
  return (
    <ul className="time-legend">
      {entries.map(({ key, sampleClass, stateStyle, text, count }) => (
        <li key={key} className={count === 0 ? 'quiet' : undefined}>
          <span className={`time-key ${sampleClass}`} aria-hidden="true" />
          <WallStateMark stateStyle={stateStyle}>{text}</WallStateMark>
          <ChangedValue>{formatFigure(count, lang)}</ChangedValue>
        </li>
      ))}
    </ul>
  );
}

interface AxisProps {
  /** The ref and the size of the box of the axis, as `useBoxSize` returns them. The box is as wide as the tracks. */
  box: readonly [boxRef: (element: HTMLElement | null) => void, size: BoxSize | null];
  /** The instants at which the axis begins and ends, in milliseconds since 1970. */
  from: number;
  until: number;
}

/** Shows the full hours below rows of time. */
export function TimeAxisRow({ box: [boxRef, size], from, until }: AxisProps) {
  const height = size ? computeAxisHeight(size.fontSizePx) : 0;
  return (
    <div className="time-row time-axis">
      <div className="chart-box" ref={boxRef} style={size ? { blockSize: height } : undefined}>
        {size && size.width > 0 && (
          <svg className="chart" width={size.width} height={height} aria-hidden="true">
            <HourAxis
              x={scaleLinear([from, until], [0, size.width])}
              bottom={1}
              fontSizePx={size.fontSizePx}
            />
          </svg>
        )}
      </div>
    </div>
  );
}
