import { Button } from '@blueprintjs/core';
import { EditIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { OutsourcingDetail } from '#shared/answers/outside.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import {
  calculateQuantityOut,
  calculateQuantityToSend,
  type MovementKind,
} from '#shared/ledger/outsourcing.ts';
import { outsourcingStateMachine, type OutsourcingEvent } from '#shared/machines/outsourcing-order.ts';
import { countDaysBetween } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { confirm } from '#client/kit/messages/confirm.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { send } from '#client/kit/wire/call.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { LinesTable } from './lines-table.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { MovementHistory } from './movement-history.tsx';
import '#client/production/late.css';
import '#client/kit/pages/record-page.css';

interface Props {
  order: Entity<'outsourcingOrder'>;
  detail: OutsourcingDetail;
  onChange: () => void;
}

/** The page of an outsourcing order: a header with the actions, the processes, and the movements. */
export function OutsourcingPage({ order, detail, onChange }: Props) {
  const t = useT();
  const user = useUser();
  const zone = useTimeZone();
  const [movementKind, setMovementKind] = useState<MovementKind | null>(null);
  const { busy, runRequest } = useRequestSender();
  useSetPageName(order.code);
  const hasPiecesOut = detail.lines.some((line) => calculateQuantityOut(line) > 0);
  const hasMoreToSend = detail.lines.some((line) => calculateQuantityToSend(line) > 0);
  const isAllowed = (event: OutsourcingEvent) =>
    hasPermission(user, 'OUTSOURCING_MODIFY') &&
    findNextState(outsourcingStateMachine, order.state, event) !== null;
  const overdueDays =
    hasPiecesOut && order.expectedDate
      ? countDaysBetween(order.expectedDate, toLocalDay(zone, getServerTime()))
      : 0;
  const endOrder = async (event: 'endOutsourcing' | 'cancelOutsourcing') => {
    const isConfirmed = await confirm({
      title: t(event),
      text: t(`${event}Ask`),
      yes: t(event),
      danger: event === 'cancelOutsourcing',
    });
    if (!isConfirmed) return;
    const verb = event === 'endOutsourcing' ? 'end' : 'cancel';
    await runRequest(() =>
      send(`${entities.outsourcingOrder.path}/${verb}`, { id: order.id, version: order.version }),
    );
  };
  return (
    <section className="record-page" aria-label={order.code}>
      <header className="record-head">
        <div>
          <h1>
            {order.code} <span>{order.labels.supplierId}</span>
          </h1>
          <p>
            <StateMark state={order.state} />
            <span>
              {t('expectedReturn')}: {order.expectedDate ?? '—'}
            </span>
            {order.confirmedDate && (
              <span>
                {t('confirmedReturn')}: {order.confirmedDate}
              </span>
            )}
            {overdueDays > 0 && (
              <span className="late-mark late-late">
                <span className="late-shape" aria-hidden="true">
                  ◆
                </span>
                {t('daysOverdueOut', { days: overdueDays })}
              </span>
            )}
          </p>
          {order.remark && <p className="outsourcing-hint">{order.remark}</p>}
        </div>
        <div className="record-actions">
          {isAllowed('sendPieces') && hasMoreToSend && (
            <Button intent="primary" text={t('sendPieces')} onClick={() => setMovementKind('sendPieces')} />
          )}
          {isAllowed('returnPieces') && hasPiecesOut && (
            <Button
              intent={hasMoreToSend ? 'none' : 'primary'}
              text={t('returnPieces')}
              onClick={() => setMovementKind('returnPieces')}
            />
          )}
          {isAllowed('takeBackPieces') && hasPiecesOut && (
            <Button text={t('takeBackPieces')} onClick={() => setMovementKind('takeBackPieces')} />
          )}
          {isAllowed('changeOutsourcing') && (
            <Button icon={<EditIcon />} text={t('edit')} onClick={onChange} />
          )}
          {isAllowed('endOutsourcing') && !hasPiecesOut && (
            <Button
              text={t('endOutsourcing')}
              loading={busy}
              onClick={() => void endOrder('endOutsourcing')}
            />
          )}
          {isAllowed('cancelOutsourcing') && (
            <Button
              text={t('cancelOutsourcing')}
              loading={busy}
              onClick={() => void endOrder('cancelOutsourcing')}
            />
          )}
        </div>
      </header>
      <LinesTable lines={detail.lines} />
      <MovementHistory order={order} detail={detail} />
      {movementKind && (
        <MoveDialog
          key={movementKind}
          kind={movementKind}
          order={order}
          lines={detail.lines}
          onClose={() => setMovementKind(null)}
        />
      )}
    </section>
  );
}
