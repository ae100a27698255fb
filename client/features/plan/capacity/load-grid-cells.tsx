import type { CSSProperties } from 'react';
import type { AxisLoad, GroupLoad } from '#shared/answers/capacity-load.ts';
import { getWeekday, getWeekdayIndex } from '#shared/rules/days.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { CELL_STYLES } from '#client/production/capacity/cell-style.ts';
import {
  computeLoadCell,
  roundPercent,
  type LoadColumn,
  type LoadStep,
} from '#shared/planning/load-columns.ts';

interface CellProps {
  id: string;
  columnIndex: number;
  /** Whether this is the active cell of the grid. The arrow keys make another cell active. */
  isActive: boolean;
}
type SeparateFigure = 'overdueLoad' | 'unplannedLoad' | 'withoutEstimate';

/** Formats minutes as hours with one decimal. A time above 0 but below 0.1 h is shown as "<0.1". */
export const formatHours = (minutes: number): string =>
  minutes > 0 && minutes < 6 ? `<${formatNumber(0.1, 1)}` : formatNumber(minutes / 60, 1);

/** Returns a function that returns the name of a column: 'MM-DD' for a day, or the first day of a week. */
export const useColumnName = (step: LoadStep) => {
  const t = useT();
  return ({ from }: Pick<LoadColumn, 'from'>) =>
    step === 'loadByWeek' ? t('weekOf', { day: from.slice(5) }) : from.slice(5);
};

const SATURDAY_INDEX = 5;

/** The head of a column: a day with its weekday, a week, or a figure that belongs to no day. */
export function ColumnHead({
  columnIndex,
  separateFigure,
  column,
  step,
  today,
}: {
  columnIndex: number;
  separateFigure: SeparateFigure | null;
  column: LoadColumn | null;
  step: LoadStep;
  today: string;
}) {
  const t = useT();
  if (separateFigure)
    return (
      <div
        role="columnheader"
        aria-colindex={columnIndex}
        className="load-cell load-apart"
        title={t(`${separateFigure}Hint`)}
      >
        {t(separateFigure)}
        <small>{separateFigure === 'withoutEstimate' ? t('processes') : t('hoursUnit')}</small>
      </div>
    );
  if (!column) return null;
  const isToday = column.from <= today && today <= column.to;
  const isWeekend = step === 'loadByDay' && getWeekdayIndex(column.from) >= SATURDAY_INDEX;
  return (
    <div
      role="columnheader"
      aria-colindex={columnIndex}
      className={`load-cell${isToday ? ' load-today' : ''}${isWeekend ? ' load-weekend' : ''}`}
    >
      {column.from.slice(5)}
      <small>
        {isToday && step === 'loadByDay'
          ? t('today')
          : step === 'loadByDay'
            ? t(getWeekday(column.from))
            : `– ${column.to.slice(5)}`}
      </small>
    </div>
  );
}

/** The name of a group, and the number of resources whose capacity is unknown and counts as 0. */
export function NameCell({
  group,
  axis,
  id,
  columnIndex,
  isActive,
}: CellProps & { group: GroupLoad; axis: AxisLoad }) {
  const t = useT();
  const unknownCount = axis.unknownResources;
  return (
    <div
      id={id}
      role="rowheader"
      aria-colindex={columnIndex}
      className={`load-name${isActive ? ' load-active' : ''}`}
    >
      <span className="load-title">{group.id === null ? t('loadWithoutGroup') : group.name}</span>
      {unknownCount > 0 && (
        <span className="load-unknown" title={t('capacityUnknown', { count: unknownCount })}>
          <span aria-hidden="true">{`? ${unknownCount}`}</span>
          <span className="visually-hidden">{t('capacityUnknown', { count: unknownCount })}</span>
        </span>
      )}
    </div>
  );
}

/** Shows a figure of a group that is not part of the load of any day. */
export function SeparateFigureCell({
  axis,
  separateFigure,
  id,
  columnIndex,
  isActive,
}: CellProps & { axis: AxisLoad; separateFigure: SeparateFigure }) {
  const minutes = separateFigure === 'overdueLoad' ? axis.overdueMinutes : axis.unplannedMinutes;
  const figure =
    separateFigure === 'withoutEstimate'
      ? axis.withoutEstimate && formatNumber(axis.withoutEstimate, 0)
      : minutes && formatHours(minutes);
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={columnIndex}
      className={`load-cell load-apart${isActive ? ' load-active' : ''}${figure === 0 ? '' : ' load-some'}`}
    >
      {figure === 0 ? <span className="load-none">–</span> : figure}
    </div>
  );
}

/** The load of a group on a day or in a week, in percent of its capacity and in hours. */
export function PeriodCell({
  axis,
  column,
  overtimePercent,
  today,
  id,
  columnIndex,
  isActive,
}: CellProps & { axis: AxisLoad; column: LoadColumn; overtimePercent: number; today: string }) {
  const t = useT();
  const { load, capacity, percent, state } = computeLoadCell(axis, column, overtimePercent);
  const { shape, tone, term } = CELL_STYLES[state];
  const hoursText = t('hoursOfHours', { load: formatHours(load), capacity: formatHours(capacity) });
  const isToday = column.from <= today && today <= column.to;
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={columnIndex}
      data-state={state}
      className={`load-cell load-day state-${tone}${isActive ? ' load-active' : ''}${isToday ? ' load-today' : ''}${capacity === 0 ? ' load-closed' : ''}`}
      style={{ '--fill': `${Math.min(100, percent ?? (load > 0 ? 100 : 0))}%` } as CSSProperties}
      title={`${t(term)} · ${hoursText}`}
    >
      {state === 'free' ? (
        <span className="load-none">{capacity === 0 ? '–' : '0%'}</span>
      ) : (
        <span className="load-percent">
          <span className="load-shape" aria-hidden="true">
            {shape}
          </span>
          {percent === null
            ? t('noCapacity')
            : percent < 1
              ? '<1%'
              : `${formatNumber(roundPercent(percent), 0)}%`}
        </span>
      )}
      <small>{capacity === 0 && load === 0 ? '' : `${formatHours(load)} / ${formatHours(capacity)}`}</small>
      {state === 'overloaded' && <span className="visually-hidden">{t('overloaded')}</span>}
    </div>
  );
}
