import type { ScheduleFigures } from '#shared/answers/schedule.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { formatLateness } from './plan-words.ts';

/**
 * The figures of a plan, in the order of their columns. The last two figures count differences from the present plan.
 */
export const PLAN_FIGURES = [
  'lateOrders',
  'lateMinutes',
  'mostLate',
  'weighted',
  'unplaced',
  'moved',
  'machineChanged',
] as const;

/** Shows a figure. An arrow tells whether it is more or less than `before`, the figure of the present plan. */
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

/**
 * Shows the first five of `PLAN_FIGURES` for a plan, and which are better or worse than those of the present plan.
 * @param before the figures of the present plan; null if they are not compared
 */
export function FigureCells({
  figures,
  before,
}: {
  figures: ScheduleFigures;
  before: ScheduleFigures | null;
}) {
  const t = useT();
  const formatHours = (minutes: number): string => formatNumber(minutes / 60, 0);
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
        text={formatHours(figures.objective.tardiness)}
      />
      <Figure value={figures.unplaced} before={before?.unplaced} text={formatNumber(figures.unplaced, 0)} />
    </>
  );
}

/** How many cells `FigureCells` has. */
export const FIGURE_COUNT = 5;
