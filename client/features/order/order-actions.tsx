import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { DuplicateIcon, EditIcon, ForkIcon, MoreIcon, TrashIcon } from '@blueprintjs/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { OrderState } from '#shared/machines/work-order.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { hasOrderEnded, isOrderSplittable } from '#shared/machines/work-order.ts';
import { findPlannerEvents, type PlannerEvent } from './actions.ts';
import { CopyOrderDialog } from './copy-order-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { PRESENTATIONS_BY_EVENT } from './event-presentations.tsx';
import { SplitOrderDialog } from './split-order-dialog.tsx';
import { reloadDataChangedByReport } from '#client/production/reporting/use-report.ts';

interface Props {
  order: Entity<'workOrder'>;
}

/** The buttons and the menu with the actions that the user may take on the order now. */
export function OrderActions({ order }: Props) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useDeleteRows(entities.workOrder as EntityDeclaration);
  const [isBusy, setIsBusy] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const [isCopying, setIsCopying] = useState(false);
  const [isSplitting, setIsSplitting] = useState(false);
  const isSending = useRef(false);

  const sendEvent = async (event: PlannerEvent) => {
    const { verb, question, isDangerous } = PRESENTATIONS_BY_EVENT[event];
    if (isSending.current) return;
    isSending.current = true;
    try {
      const isConfirmed =
        !question ||
        (await confirm({
          title: t(verb),
          text: t(question, { name: order.code }),
          yes: t(verb),
          danger: isDangerous ?? false,
        }));
      if (!isConfirmed) return;
      setIsBusy(true);
      const answer = await send<{ state: OrderState }>(`${entities.workOrder.path}/${event}`, {
        id: order.id,
        version: order.version,
      });
      showSuccess(t('orderIsNow', { name: order.code, state: t(answer.state) }));
    } catch (error) {
      // The user has already seen the refusal. The `finally` block reloads the order, so that the
      // page shows the current state.
      if (!(error instanceof CallError)) throw error;
    } finally {
      isSending.current = false;
      setIsBusy(false);
      void reloadDataChangedByReport(client);
    }
  };
  const deleteOrder = async () => {
    if (await remove([order.id], order.code)) await navigate('/order');
  };

  const events = findPlannerEvents(order.state, user);
  const buttonEvents = events.filter((event) => PRESENTATIONS_BY_EVENT[event].isButton);
  const menuEvents = events.filter((event) => !PRESENTATIONS_BY_EVENT[event].isButton);
  const mayEdit = hasPermission(user, 'WORK_ORDER_MODIFY') && !hasOrderEnded(order.state);
  const mayCopy = hasPermission(user, 'WORK_ORDER_ADD') && hasPermission(user, 'PROCESS_MODIFY');
  const maySplit = mayCopy && mayEdit && isOrderSplittable(order.state);
  const mayDelete =
    hasPermission(user, 'WORK_ORDER_DELETE') && (order.state === 'draft' || order.state === 'cancelled');
  return (
    <div className="order-actions">
      {buttonEvents.map((event) => (
        <Button
          key={event}
          intent="primary"
          icon={PRESENTATIONS_BY_EVENT[event].icon}
          text={t(PRESENTATIONS_BY_EVENT[event].verb)}
          loading={isBusy}
          onClick={() => void sendEvent(event)}
        />
      ))}
      {mayEdit && <Button icon={<EditIcon />} text={t('edit')} onClick={() => setIsEditing(true)} />}
      {(menuEvents.length > 0 || mayCopy || mayDelete) && (
        <DropDown
          content={
            <Menu>
              {mayCopy && (
                <MenuItem icon={<DuplicateIcon />} text={t('copyOrder')} onClick={() => setIsCopying(true)} />
              )}
              {maySplit && (
                <MenuItem icon={<ForkIcon />} text={t('splitOrder')} onClick={() => setIsSplitting(true)} />
              )}
              {menuEvents.map((event) => (
                <MenuItem
                  key={event}
                  icon={PRESENTATIONS_BY_EVENT[event].icon}
                  text={t(PRESENTATIONS_BY_EVENT[event].verb)}
                  {...(PRESENTATIONS_BY_EVENT[event].isDangerous ? { intent: 'danger' as const } : {})}
                  onClick={() => void sendEvent(event)}
                />
              ))}
              {mayDelete && (
                <>
                  {(menuEvents.length > 0 || mayCopy) && <MenuDivider />}
                  <MenuItem
                    icon={<TrashIcon />}
                    intent="danger"
                    text={t('delete')}
                    onClick={() => void deleteOrder()}
                  />
                </>
              )}
            </Menu>
          }
        >
          <Button icon={<MoreIcon />} aria-label={t('moreActions')} disabled={isBusy} />
        </DropDown>
      )}
      {isCopying && <CopyOrderDialog order={order} onClose={() => setIsCopying(false)} />}
      {isSplitting && <SplitOrderDialog order={order} onClose={() => setIsSplitting(false)} />}
      {isEditing && <OrderDialog order={order} onClose={() => setIsEditing(false)} />}
    </div>
  );
}
