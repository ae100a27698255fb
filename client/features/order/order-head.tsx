import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { calculateLateness, type Lateness } from '#shared/rules/lateness.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { OrderActions } from './order-actions.tsx';
import { CustomColumnValues } from './custom-column-values.tsx';
import { PromiseDialog } from './promise/promise-dialog.tsx';
import { OrderRecords } from './record/order-records.tsx';
import { RelatedOrders } from './related-orders.tsx';
import { SubjectPlans } from '#client/production/plans/subject-plans.tsx';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import '#client/production/late.css';

interface Props {
  order: Entity<'workOrder'>;
  /** The time at which the order ends in the present plan, in ISO 8601; null if this is unknown. */
  projectedEnd: string | null;
}

/**
 * Returns how the page shows the lateness of an order: a number of days, the term of its label, and a
 * tone.
 */
function getLatenessFigure(lateness: Lateness): {
  label: TermKey;
  days: number;
  tone: 'overdue' | 'late' | 'calm';
} {
  if (lateness.isDone) {
    const days = lateness.delayDays;
    return days > 0
      ? { label: 'finishedLateBy', days, tone: 'late' }
      : { label: 'finishedAheadBy', days, tone: 'calm' };
  }
  const { overdueDays, daysLeft, expectedDelayDays: days } = lateness;
  if (overdueDays > 0) return { label: 'overdueBy', days: overdueDays, tone: 'overdue' };
  if (days === null) return { label: 'untilDue', days: daysLeft, tone: 'calm' };
  return days > 0
    ? { label: 'expectedLateBy', days, tone: 'late' }
    : { label: 'expectedAheadBy', days, tone: 'calm' };
}

/** A button that opens the dialog about when the order could be delivered. Not shown after the order has ended. */
function OrderPromise({ order }: Pick<Props, 'order'>) {
  const t = useT();
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  if (hasOrderEnded(order.state) || !hasPermission(user, 'WORK_ORDER')) return null;
  return (
    <>
      <Button
        className="order-promise"
        variant="minimal"
        size="small"
        text={t('askPromise')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <PromiseDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function OrderLateness({ order, projectedEnd }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const now = useServerTime(60_000);
  const lateness = calculateLateness(order, now, zone);
  const readyByPlan = projectedEnd && (
    <span>{t('readyByPlan', { at: formatMoment(projectedEnd, zone) })}</span>
  );
  if (!lateness) {
    return (
      <div className="order-late">
        <span className="order-late-label">{t('dueDate')}</span>
        <span className="order-late-number nothing">—</span>
        <span className="order-late-days">
          {order.state === 'cancelled' ? t('cancelled') : t('noDueDate')}
          {readyByPlan}
        </span>
        <OrderPromise order={order} />
      </div>
    );
  }
  const { label, days, tone } = getLatenessFigure(lateness);
  const isOnTime = days === 0 && label !== 'untilDue';
  // An overdue order also shows its expected delay if the delay exceeds the overdue days.
  const delayDays =
    !lateness.isDone && lateness.overdueDays > 0 && lateness.expectedDelayDays! > lateness.overdueDays
      ? lateness.expectedDelayDays
      : null;
  const day = lateness.isDone ? lateness.finishedDay : lateness.expectedDay;
  return (
    <div className={`order-late late-${tone}`}>
      <span className="order-late-label">
        {tone !== 'calm' && (
          <span className="late-shape" aria-hidden="true">
            ◆{' '}
          </span>
        )}
        {isOnTime ? t(lateness.isDone ? 'finished' : 'expected') : t(label)}
      </span>
      <span className="order-late-number">
        {isOnTime ? t('onTime') : t('daysCount', { days: formatNumber(Math.abs(days), 0) })}
      </span>
      <span className="order-late-days">
        {delayDays !== null && <span>{t('expectedDelayByDays', { days: delayDays })}</span>}
        {day && <span>{t(lateness.isDone ? 'finishedOn' : 'expectedOn', { day })}</span>}
        <span>{t('dueOn', { day: lateness.due })}</span>
        {readyByPlan}
      </span>
      <OrderPromise order={order} />
    </div>
  );
}

/** Shows the data, the progress and the lateness of an order, and the actions of a planner. */
export function OrderHead({ order, projectedEnd }: Props) {
  const t = useT();
  return (
    <header className="order-head">
      <div className="order-name">
        <h1>
          {order.code} <span>{order.name}</span>
        </h1>
        <p>
          <StateMark state={order.state} />
          {order.labels.customerId && <span>{order.labels.customerId}</span>}
          {order.priority !== null && <span>{t('priorityIs', { priority: order.priority })}</span>}
          {order.labels.projectId && <span>{order.labels.projectId}</span>}
          {order.labels.orderGroupId && <span title={t('orderGroup')}>{order.labels.orderGroupId}</span>}
          {order.purchasingOrder && <span>{order.purchasingOrder}</span>}
          <RelatedOrders order={order} />
          <CustomColumnValues entity={entities.workOrder} row={order} />
        </p>
        {order.remark && <p className="order-remark">{order.remark}</p>}
        <OrderRecords order={order} />
        <SubjectPlans subject={{ orderId: order.id }} name={`${order.code} ${order.name}`} />
      </div>
      <div className="order-progress">
        <span className="order-late-label">{t('completed')}</span>
        <span className="order-pieces">
          <strong>{formatNumber(order.completedQuantity)}</strong> / {formatNumber(order.quantity)}
        </span>
        <ProgressBar percent={order.progress} label={t('progressOf', { name: order.code })} />
      </div>
      <OrderLateness order={order} projectedEnd={projectedEnd} />
      <OrderActions order={order} />
    </header>
  );
}
