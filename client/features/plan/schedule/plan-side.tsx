import { Button, Tab, Tabs } from '@blueprintjs/core';
import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { LateOrders, listLateOrders } from './late-orders.tsx';
import type { PlanNames } from './plan-names.ts';
import { describeConflict, describeUnplaced } from './plan-words.ts';

interface Props {
  names: PlanNames;
  /** The ids of the orders that are late in the shown plan, but not late in the present plan. */
  newlyLateIds: ReadonlySet<number>;
  /** The order whose critical chain is highlighted; null if there is none. */
  chainOrderId: number | null;
  onShowChain: (orderId: number | null) => void;
  /** Shows an operation on the chart. */
  onShowTask: (task: number) => void;
}

const MAX_ROWS = 300;

/** Lists the operations that the plan leaves out, each with its reason. */
function UnplacedList({ names }: { names: PlanNames }) {
  const t = useT();
  const { unplaced } = names.plan;
  if (unplaced.length === 0) return <p className="side-none">{t('noUnplaced')}</p>;
  return (
    <ul className="side-list">
      {unplaced.slice(0, MAX_ROWS).map((operation) => (
        <li key={operation.task}>
          <p className="side-title">
            <Link to={`/order/${operation.orderId}`}>{names.nameOrder(operation.orderId)}</Link>
            <span className="side-name">
              {operation.partName} · {operation.seq} {operation.name}
            </span>
          </p>
          <p className="side-reason">{describeUnplaced(operation, names, t)}</p>
        </li>
      ))}
    </ul>
  );
}

/** Lists the conflicts that appointments cause. */
function ConflictList({ names, onShowTask }: Pick<Props, 'names' | 'onShowTask'>) {
  const t = useT();
  const { conflicts } = names.plan;
  if (conflicts.length === 0) return <p className="side-none">{t('noConflicts')}</p>;
  return (
    <ul className="side-list">
      {conflicts.slice(0, MAX_ROWS).map((conflict) => (
        <li key={`${conflict.task} ${conflict.kind} ${conflict.other}`}>
          <Button
            variant="minimal"
            size="small"
            text={names.nameTask(conflict.task)}
            onClick={() => onShowTask(conflict.task)}
          />
          <p className="side-reason">{describeConflict(conflict, names, t)}</p>
        </li>
      ))}
    </ul>
  );
}

/**
 * Lists the problems of a plan in tabs: the late orders, the operations that are not planned, and the conflicts. It is
 * memoized, because rendering its long lists would slow down the drag of a bar.
 */
export const PlanSide = memo(function PlanSide({
  names,
  newlyLateIds,
  chainOrderId,
  onShowChain,
  onShowTask,
}: Props) {
  const t = useT();
  const [tab, setTab] = useState('late');
  const { unplaced, conflicts } = names.plan;
  const renderTitle = (title: string, count: number) => (
    <>
      {title} <span className="page-count">{formatNumber(count, 0)}</span>
    </>
  );
  return (
    <div className="plan-side">
      <Tabs id="plan-side" selectedTabId={tab} onChange={(next) => setTab(String(next))}>
        <Tab
          id="late"
          title={renderTitle(t('lateOrdersCount'), listLateOrders(names).length)}
          panel={
            <LateOrders
              names={names}
              newlyLateIds={newlyLateIds}
              chainOrderId={chainOrderId}
              onShowChain={onShowChain}
            />
          }
        />
        <Tab
          id="unplaced"
          title={renderTitle(t('unplacedCount'), unplaced.length)}
          panel={<UnplacedList names={names} />}
        />
        <Tab
          id="conflicts"
          title={renderTitle(t('conflictCount'), conflicts.length)}
          panel={<ConflictList names={names} onShowTask={onShowTask} />}
        />
      </Tabs>
    </div>
  );
});
