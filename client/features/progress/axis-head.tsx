import { useT } from '#client/kit/words/t.ts';
import { makeAxisLabels, computeAxisPosition, type TimeAxis } from './time-axis.ts';
import './axis-head.css';

interface Props {
  axis: TimeAxis;
}

/** Shows the header of the order list: the column names and the days of the axis. */
export function AxisHead({ axis }: Props) {
  const t = useT();
  const isLong = axis.dayCount > 100;
  return (
    <div className="axis-head progress-grid" aria-hidden="true">
      <span />
      <span>{t('workOrder')}</span>
      <span className="axis-late">{t('lateOrAhead')}</span>
      <span className="axis-days">
        <span className="axis-line">
          {makeAxisLabels(axis).map(({ day, percent }) => (
            <span key={day} className="axis-tick" style={{ insetInlineStart: `${percent}%` }}>
              {isLong ? day.slice(2, 7) : day.slice(5)}
            </span>
          ))}
          <span
            className="axis-today"
            style={{
              insetInlineStart: `${computeAxisPosition(axis, { from: axis.today, to: axis.today }).start}%`,
            }}
          />
        </span>
        <span className="axis-figures">{t('progress')}</span>
      </span>
      <span>{t('whereItStands')}</span>
    </div>
  );
}
