import type { ScheduleBar, ScheduleMove } from '#shared/answers/schedule.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { countWorkMinutes } from './pinning/pinned-span.ts';
import type { PlanNames } from './plan-names.ts';
import {
  describeBound,
  describeConflict,
  describeTimeDifference,
  formatInstant,
  formatLateness,
  formatMinutes,
  formatSpan,
} from './plan-words.ts';

interface Props {
  bar: ScheduleBar;
  names: PlanNames;
  /** The move from the place in the present plan; null if the operation has not moved. */
  move: ScheduleMove | null;
  /** Whether the present plan does not contain the operation. */
  isNew: boolean;
}

/**
 * Shows the facts of a planned operation: its time, its place, when it is needed, and why it does not start earlier.
 */
export function OperationFacts({ bar, names, move, isNew }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const order = names.orders.get(bar.orderId);
  const conflicts = names.plan.conflicts.filter(({ task }) => task === bar.task);
  const timeDifference = move && describeTimeDifference(move.laterBy, t);
  const facts: [string, string][] = [
    [t('part'), [bar.partCode, bar.partName].filter(Boolean).join(' ')],
    [
      t('operationTime'),
      `${formatSpan(bar.start, bar.end, zone)} (${formatMinutes(countWorkMinutes(names, bar))})`,
    ],
    [t('device'), names.nameMachine(bar.machine) || t('withoutMachine')],
    [t('workGroup'), names.nameGroup(names.findGroupOf(bar)) || '—'],
    [t('neededBy'), bar.needBy === null ? '—' : formatInstant(bar.needBy, zone)],
    [t('whyThen'), describeBound(bar, names, t)],
  ];
  if (bar.share)
    facts.splice(1, 0, [
      t('quantity'),
      `${formatNumber(bar.share.quantity)} (${t('operationShare', { number: bar.share.number, count: bar.share.count })})`,
    ]);
  if (move)
    facts.push([
      t('otherPlanPlace'),
      [
        move.isMachineChanged && (names.nameMachine(move.fromMachine) || t('withoutMachine')),
        formatSpan(move.fromStart, move.fromEnd, zone),
        timeDifference && `(${timeDifference})`,
      ]
        .filter(Boolean)
        .join(' '),
    ]);
  else if (isNew) facts.push([t('otherPlanPlace'), t('newInPlan')]);
  return (
    <>
      <p className="bar-title">
        <strong>{names.nameTask(bar.task)}</strong>
        {order && order.lateBy > 0 && (
          <span className="bar-late">
            <span aria-hidden="true">◆</span> {t('lateByTime', { time: formatLateness(order.lateBy, t) })}
          </span>
        )}
      </p>
      <dl className="bar-facts">
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {conflicts.map((conflict, index) => (
        <p key={index} className="bar-conflict">
          <span aria-hidden="true">■</span> {describeConflict(conflict, names, t)}
        </p>
      ))}
    </>
  );
}
