import type { ScheduleFigures } from '#shared/answers/schedule.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { formatLateness } from './plan-words.ts';

/** The figures of a plan, in the order of their columns. The last two compare it with the present plan. */
export const PLAN_FIGURES = [
  'lateOrders',
  'lateMinutes',
  'mostLate',
  'weighted',
  'unplaced',
  'moved',
  'machineChanged',
] as const;

/** A figure and how much more or less it is than that of the present plan. */
function Figure({ value, before, text }: { value: number; before: number | undefined; text: string }) {
  const difference = before === undefined ? 0 : value - before;
  return (
    <td className="figure">
      {text}
      {difference !== 0 && (
        <span className={`keep-difference ${difference > 0 ? 'is-worse' : 'is-better'}`}>
          <span aria-hidden="true">{difference > 0 ? '▲' : '▼'}</span>
          <span className="visually-hidden">{difference > 0 ? '+' : '−'}</span>
        </span>
      )}
    </td>
  );
}

/** Shows the figures of a plan, and which are better or worse than those of the present plan. */
export function FigureCells({
  figures,
  before,
}: {
  figures: ScheduleFigures;
  before: ScheduleFigures | null;
}) {
  const t = useT();
  const hours = (minutes: number): string => formatNumber(minutes / 60, 0);
  return (
    <>
      <Figure
        value={figures.lateOrders}
        before={before?.lateOrders}
        text={`${formatNumber(figures.lateOrders, 0)} / ${formatNumber(figures.orders, 0)}`}
      />
      <Figure
        value={figures.lateMinutes}
        before={before?.lateMinutes}
        text={formatLateness(figures.lateMinutes, t)}
      />
      <Figure
        value={figures.mostLateMinutes}
        before={before?.mostLateMinutes}
        text={formatLateness(figures.mostLateMinutes, t)}
      />
      <Figure
        value={figures.objective.tardiness}
        before={before?.objective.tardiness}
        text={hours(figures.objective.tardiness)}
      />
      <Figure value={figures.unplaced} before={before?.unplaced} text={formatNumber(figures.unplaced, 0)} />
    </>
  );
}

/** How many cells `FigureCells` has. */
export const FIGURE_COUNT = 5;
