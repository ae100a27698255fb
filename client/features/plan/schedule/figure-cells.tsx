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

/** Shows a figure. An arrow shows whether the figure is higher or lower than in the present plan. */
function Figure({
  value,
  present: presentValue,
  text,
}: {
  value: number;
  present: number | undefined;
  text: string;
}) {
  const difference = presentValue === undefined ? 0 : value - presentValue;
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
 * Shows the first five of `PLAN_FIGURES` for a plan. Arrows show which figures are better or worse than in the present
 * plan.
 * @param present the figures of the present plan; null for no arrows
 */
export function FigureCells({
  figures,
  presentFigures,
}: {
  figures: ScheduleFigures;
  presentFigures: ScheduleFigures | null;
}) {
  const t = useT();
  const formatHours = (minutes: number): string => formatNumber(minutes / 60, 0);
  return (
    <>
      <Figure
        value={figures.lateOrders}
        present={presentFigures?.lateOrders}
        text={`${formatNumber(figures.lateOrders, 0)} / ${formatNumber(figures.orders, 0)}`}
      />
      <Figure
        value={figures.lateMinutes}
        present={presentFigures?.lateMinutes}
        text={formatLateness(figures.lateMinutes, t)}
      />
      <Figure
        value={figures.mostLateMinutes}
        present={presentFigures?.mostLateMinutes}
        text={formatLateness(figures.mostLateMinutes, t)}
      />
      <Figure
        value={figures.objective.tardiness}
        present={presentFigures?.objective.tardiness}
        text={formatHours(figures.objective.tardiness)}
      />
      <Figure
        value={figures.unplaced}
        present={presentFigures?.unplaced}
        text={formatNumber(figures.unplaced, 0)}
      />
    </>
  );
}

/** The number of cells that `FigureCells` renders. */
export const FIGURE_COUNT = 5;
