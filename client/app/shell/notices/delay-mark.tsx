import { Button } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import type { OrderDelayNotice } from '#shared/answers/schedule/order-delay.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { describeNamedCauses, formatLateness } from '#client/production/plan/describe-causes.ts';
import { useDelayNotices } from '#client/production/plan/use-delay-notices.ts';
import './bell.css';
import './delay-mark.css';

interface CardProps {
  notice: OrderDelayNotice;
  onSeen: () => void;
}

/** Shows one late order: when it is due, when it will be ready, how late it is, and why. */
function DelayCard({ notice, onSeen }: CardProps) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const { orderId, orderCode, orderName, dueDate, reason } = notice;
  const { lateBy, projectedEnd, stuck } = reason;
  return (
    <li>
      <p className="delay-order">
        {hasPermission(user, 'WORK_ORDER') ? <Link to={`/order/${orderId}`}>{orderCode}</Link> : orderCode}
        <span>{orderName}</span>
        {lateBy > 0 && (
          <strong className="bell-escalated">
            <span aria-hidden="true">{getStateStyle('planProjectedLate').shape}</span>{' '}
            {t('lateByTime', { time: formatLateness(lateBy, t) })}
          </strong>
        )}
      </p>
      <p>
        {dueDate && t('dueOn', { day: dueDate })}
        {projectedEnd && ` · ${t('readyByPlan', { at: formatMoment(projectedEnd, zone) })}`}
      </p>
      <ul>
        {stuck && (
          <li>{t('delayStuck', { process: stuck.process, reason: t(`unplaced.${stuck.reason}`) })}</li>
        )}
        {describeNamedCauses(reason.causes, t).map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
      <Button
        size="small"
        text={t('noticeSeen')}
        aria-label={`${t('noticeSeen')}: ${orderCode}`}
        onClick={onSeen}
      />
    </li>
  );
}

/** A button with the number of late orders that the user has not marked as seen. It opens the list of these orders. */
export function DelayMark() {
  const t = useT();
  const { notices, markSeen } = useDelayNotices();
  if (notices.length === 0) return null;
  const label = t('delayBadge', { count: notices.length });
  const list = (
    <section className="delay-list" aria-label={t('delayNotices')}>
      <ul>
        {notices.map((notice) => (
          <DelayCard key={notice.delayId} notice={notice} onSeen={() => void markSeen(notice.delayId)} />
        ))}
      </ul>
    </section>
  );
  return (
    <DropDown content={list} isDialog>
      <Button variant="minimal" className="bell" aria-label={label} title={label}>
        <span className="bell-count bell-escalated">
          <span aria-hidden="true">{getStateStyle('planProjectedLate').shape}</span>
          {notices.length}
        </span>
      </Button>
    </DropDown>
  );
}
