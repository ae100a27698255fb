import { Button } from '@blueprintjs/core';
import { EyeOffIcon, EyeOpenIcon } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduleOrder } from '#shared/answers/schedule.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { PlanNames } from './plan-names.ts';
import { describeCauses, formatInstant, formatLateness } from './plan-words.ts';

interface Props {
  names: PlanNames;
  /** The ids of the orders that are late in the shown plan, but not late in the present plan. */
  newlyLateIds: ReadonlySet<number>;
  /** The order whose critical chain is highlighted; null if there is none. */
  chainOrderId: number | null;
  onShowChain: (orderId: number | null) => void;
}

const MAX_ORDERS = 200;

/** Lists the orders that would be late. The order with the most lateness comes first. */
export const listLateOrders = (names: PlanNames): ScheduleOrder[] =>
  names.plan.orders.filter(({ lateBy }) => lateBy > 0).sort((a, b) => b.lateBy - a.lateBy || a.id - b.id);

/**
 * Shows the late orders with the causes of their lateness. A button highlights the critical chain of an order on the
 * chart.
 */
export function LateOrders({ names, newlyLateIds, chainOrderId, onShowChain }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const orders = listLateOrders(names);
  const litRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // In new browsers `scrollIntoView` returns a promise. An effect must not return it.
    litRef.current?.scrollIntoView({ block: 'nearest' });
  }, [chainOrderId]);
  if (orders.length === 0) return <p className="side-none">{t('noLateOrders')}</p>;
  return (
    <ul className="side-list">
      {orders.slice(0, MAX_ORDERS).map((order) => {
        const { id, code, name, due, end, lateBy } = order;
        const isChainShown = id === chainOrderId;
        return (
          <li
            key={id}
            ref={isChainShown ? litRef : undefined}
            className={isChainShown ? 'is-lit' : undefined}
          >
            <p className="side-title">
              <Link to={`/order/${id}`}>{code}</Link>
              <span className="side-name" title={name}>
                {name}
              </span>
              <strong className="bar-late">
                <span aria-hidden="true">◆</span> {t('lateByTime', { time: formatLateness(lateBy, t) })}
              </strong>
            </p>
            <p className="side-dates">
              {t('dueAndEnd', {
                due: due === null ? '—' : formatInstant(due - 1, zone).slice(0, -6),
                end: end === null ? '—' : formatInstant(end, zone),
              })}
              {newlyLateIds.has(id) && <span className="side-new">{t('newlyLateMark')}</span>}
            </p>
            <ul className="side-causes">
              {describeCauses(order, names, t).map((cause) => (
                <li key={cause}>{cause}</li>
              ))}
            </ul>
            <Button
              variant="minimal"
              size="small"
              icon={isChainShown ? <EyeOffIcon /> : <EyeOpenIcon />}
              text={t(isChainShown ? 'hideChain' : 'showChain')}
              aria-pressed={isChainShown}
              aria-label={`${t(isChainShown ? 'hideChain' : 'showChain')}: ${code}`}
              onClick={() => onShowChain(isChainShown ? null : id)}
            />
          </li>
        );
      })}
    </ul>
  );
}
