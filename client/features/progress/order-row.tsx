import { Link } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { OrderProgressRow } from '#shared/answers/progress-query.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { LateMark } from '#client/production/late-mark.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { PlanBar } from './plan-bar.tsx';
import { CurrentProcessLines } from './current-process-lines.tsx';
import type { TimeAxis } from './time-axis.ts';
import './order-row.css';

interface Props {
  order: OrderProgressRow;
  axis: TimeAxis;
}

/**
 * Shows an order in one row: its data, its planned and actual times, its current processes and
 * their reasons for waiting.
 */
export function OrderRow({ order, axis }: Props) {
  const t = useT();
  const user = useUser();
  const now = useServerTime(60_000);
  const zone = useTimeZone();
  // Rounding must not show 100% for an unfinished order.
  const percent = order.progress < 100 ? Math.min(99, Math.round(order.progress)) : 100;
  const nameAndCustomer = [order.name, order.customerName].filter(Boolean).join(' · ');
  return (
    <>
      <div className="row-ident">
        <span className="row-line">
          {hasPermission(user, 'WORK_ORDER') ? (
            <Link
              className="row-code"
              to={`/order/${order.id}`}
              aria-label={`${t('openOrder')} ${order.code}`}
            >
              {order.code}
            </Link>
          ) : (
            <span className="row-code">{order.code}</span>
          )}
        </span>
        <span className="row-line">
          <StateMark state={order.state} />
          <span className="row-name" title={nameAndCustomer}>
            {nameAndCustomer}
          </span>
        </span>
      </div>
      <div className="row-late">
        <LateMark order={order} />
        <span className="row-due">{order.dueDate ?? order.promisedDate ?? t('noDueDate')}</span>
        {order.projectedEnd && (
          <span className="row-due">{t('readyByPlan', { at: formatMoment(order.projectedEnd, zone) })}</span>
        )}
      </div>
      <div className="row-plan">
        <PlanBar order={order} axis={axis} now={now} />
        <span className="row-figures">
          <strong>{percent} %</strong>
          <span title={t('processesDone', { done: order.done, processes: order.processes })}>
            {formatNumber(order.completedQuantity)}/{formatNumber(order.quantity)}
          </span>
        </span>
      </div>
      <CurrentProcessLines order={order} />
    </>
  );
}
