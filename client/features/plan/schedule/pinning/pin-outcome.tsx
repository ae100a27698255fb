import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { PlanBar } from '../make-gantt-model.ts';
import { countWorkMinutes, listOverlaps, type PinnedSpan } from './pinned-span.ts';
import type { PlanNames } from '../plan-names.ts';
import { describeConflict, describeTimeDifference, formatMinutes, formatSpan } from '../plan-words.ts';
import type { Ripple } from './ripple.ts';

interface Props {
  bar: PlanBar;
  names: PlanNames;
  bars: readonly PlanBar[];
  machineId: number | null;
  span: PinnedSpan;
  /** The effects of the appointment that was tried last. It may be another appointment than the shown one. */
  ripple: Ripple | null;
}

const MAX_ROWS = 5;

/**
 * Returns the planned and the available minutes of a machine on the day of an instant; null if the machine has no
 * capacity.
 */
function readLoad(names: PlanNames, machineId: number, at: number) {
  const { dayStarts, machineLoad } = names.plan;
  const day = dayStarts.findLastIndex((start) => start <= at);
  const load = machineLoad.find(({ id }) => id === machineId);
  const available = load?.available[day] ?? 0;
  return load && available > 0 ? { planned: load.planned[day] ?? 0, available } : null;
}

/** Shows the effects of an appointment: when the operation ends, the conflicts, and which orders end later. */
export function PinOutcome({ bar, names, bars, machineId, span, ripple }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const overlaps = listOverlaps(bars, bar.task, machineId, span);
  const load = machineId === null ? null : readLoad(names, machineId, span.start);
  const { pin } = ripple ?? {};
  const isCurrent =
    pin?.task === bar.task && pin.machine === machineId && pin.start === span.start && pin.end === span.end;
  return (
    <>
      <p>
        <strong>{names.nameMachine(machineId) || t('withoutMachine')}</strong>{' '}
        {formatSpan(span.start, span.end, zone)} ({formatMinutes(countWorkMinutes(names, bar))})
      </p>
      {load && (
        <p className="side-dates">
          {t('planLoad')} {formatNumber((load.planned / load.available) * 100, 0)}%
        </p>
      )}
      {span.isClosed && (
        <p className="bar-conflict">
          <span aria-hidden="true">■</span> {t('conflict.closed')}
        </p>
      )}
      {overlaps.slice(0, MAX_ROWS).map((other) => (
        <p key={other.task} className="bar-late">
          <span aria-hidden="true">◆</span>{' '}
          {t('reasonWithName', { reason: t('conflict.overlap'), name: names.nameTask(other.task) })}
        </p>
      ))}
      {isCurrent && ripple && (
        <>
          {ripple.conflicts
            .filter(({ kind }) => kind !== 'closed')
            .map((conflict, index) => (
              <p key={index} className="bar-conflict">
                <span aria-hidden="true">■</span> {describeConflict(conflict, names, t)}
              </p>
            ))}
          <p className="pin-ripple">
            {t('rippleCounts', {
              later: formatNumber(ripple.laterOrders.length, 0),
              earlier: formatNumber(ripple.earlierCount, 0),
              moved: formatNumber(ripple.movedCount, 0),
            })}
          </p>
          <ul className="side-causes">
            {ripple.laterOrders.slice(0, MAX_ROWS).map(({ id, laterBy, isNewlyLate }) => (
              <li key={id}>
                {names.nameOrder(id)} {describeTimeDifference(laterBy, t)}
                {isNewlyLate && <strong className="bar-late"> ◆ {t('newlyLateMark')}</strong>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
