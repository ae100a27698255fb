import { entities, type Entity } from '#shared/entities/index.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useZone } from '#client/kit/words/use-zone.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { lateBy, type LateBy } from '#client/production/late-by.ts';
import { OrderActions } from './order-actions.tsx';
import { OwnValues } from './own-values.tsx';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import { useNow } from '#client/kit/live/use-now.ts';
import '#client/production/late.css';

interface Props {
  order: Entity<'workOrder'>;
}

/** What the big number counts. */
function counts({ kind, days }: LateBy): TermKey {
  if (kind === 'left') return 'untilDue';
  if (kind === 'overdue') return 'overdueBy';
  if (kind === 'done') return days > 0 ? 'finishedLateBy' : 'finishedAheadBy';
  return days > 0 ? 'expectedLateBy' : 'expectedAheadBy';
}

function Late({ order }: Props) {
  const t = useT();
  const zone = useZone();
  const now = useNow(60_000);
  const late = lateBy(order, now, zone);
  if (!late) {
    return (
      <div className="order-late">
        <span className="order-late-label">{t('dueDate')}</span>
        <span className="order-late-number nothing">—</span>
        <span className="order-late-days">
          {order.state === 'cancelled' ? t('cancelled') : t('noDueDate')}
        </span>
      </div>
    );
  }
  const tone = late.kind === 'overdue' ? 'overdue' : late.days > 0 ? 'late' : 'calm';
  const inTime = late.days === 0 && late.kind !== 'left';
  return (
    <div className={`order-late late-${tone}`}>
      <span className="order-late-label">
        {tone !== 'calm' && (
          <span className="late-shape" aria-hidden="true">
            ◆{' '}
          </span>
        )}
        {inTime ? t(late.kind === 'done' ? 'finished' : 'expected') : t(counts(late))}
      </span>
      <span className="order-late-number">
        {inTime ? t('onTime') : t('daysCount', { days: formatNumber(Math.abs(late.days), 0) })}
      </span>
      <span className="order-late-days">
        {late.day && <span>{t(late.kind === 'done' ? 'finishedOn' : 'expectedOn', { day: late.day })}</span>}
        <span>{t('dueOn', { day: late.due })}</span>
      </span>
    </div>
  );
}

/** The head of an order: what it is, how far it has come, whether it comes in time, and what a planner may do with it. */
export function OrderHead({ order }: Props) {
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
          {order.purchasingOrder && <span>{order.purchasingOrder}</span>}
          <OwnValues entity={entities.workOrder} row={order} />
        </p>
        {order.remark && <p className="order-remark">{order.remark}</p>}
      </div>
      <div className="order-progress">
        <span className="order-late-label">{t('completed')}</span>
        <span className="order-pieces">
          <strong>{formatNumber(order.completedQuantity)}</strong> / {formatNumber(order.quantity)}
        </span>
        <ProgressBar percent={order.progress} label={t('progressOf', { name: order.code })} />
      </div>
      <Late order={order} />
      <OrderActions order={order} />
    </header>
  );
}
