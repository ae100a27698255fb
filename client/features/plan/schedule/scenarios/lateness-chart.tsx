import type { ScheduleFigures, ScheduleRun } from '#shared/answers/schedule.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { formatLateness } from '../plan-words.ts';

interface Props {
  scenarios: readonly ScheduleRun[];
  before: ScheduleFigures | null;
  chosenId: number | null;
}

const MOST_BARS = 8;

/** Draws how late the orders are in all: a bar for the present plan, and one for each of the newest scenarios. */
export function LatenessChart({ scenarios, before, chosenId }: Props) {
  const t = useT();
  const bars = [
    ...(before ? [{ id: 0, name: t('presentSchedule'), figures: before }] : []),
    ...scenarios.flatMap(({ id, name, figures }) => (figures ? [{ id, name: name ?? '', figures }] : [])),
  ].slice(0, MOST_BARS);
  const longest = Math.max(1, ...bars.map(({ figures }) => figures.lateMinutes));
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
                style={{ inlineSize: `${(figures.lateMinutes / longest) * 100}%` }}
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
