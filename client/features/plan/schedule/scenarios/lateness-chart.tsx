import type { ScheduleFigures, ScheduleRun } from '#shared/answers/schedule.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { formatLateness } from '../plan-words.ts';

interface Props {
  scenarios: readonly ScheduleRun[];
  /** The figures of the present plan; null if there is none. */
  presentFigures: ScheduleFigures | null;
  chosenId: number | null;
}

const MAX_BARS = 8;

/** Draws the total lateness of the orders: one bar for the present plan, and one for each of the newest scenarios. */
export function LatenessChart({ scenarios, presentFigures, chosenId }: Props) {
  const t = useT();
  const bars = [
    ...(presentFigures ? [{ id: 0, name: t('presentSchedule'), figures: presentFigures }] : []),
    ...scenarios.flatMap(({ id, name, figures }) => (figures ? [{ id, name: name ?? '', figures }] : [])),
  ].slice(0, MAX_BARS);
  const maxMinutes = Math.max(1, ...bars.map(({ figures }) => figures.lateMinutes));
  return (
    <figure className="lateness-chart">
      <figcaption>{t('latenessByPlan')}</figcaption>
      <ul>
        {bars.map(({ id, name, figures }) => (
          <li key={id} className={id === 0 ? 'is-present' : id === chosenId ? 'is-chosen' : undefined}>
            <span className="lateness-name" title={name}>
              {name}
            </span>
            <span className="lateness-track">
              <span
                className="lateness-bar"
                style={{ inlineSize: `${(figures.lateMinutes / maxMinutes) * 100}%` }}
              />
            </span>
            <span className="lateness-figure">
              {formatLateness(figures.lateMinutes, t)} · {t('planFigure.lateOrders')}{' '}
              {formatNumber(figures.lateOrders, 0)}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
