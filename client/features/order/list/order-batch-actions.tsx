import { Button, Menu, MenuItem } from '@blueprintjs/core';
import {
  CalendarIcon,
  FlagIcon,
  GroupObjectsIcon,
  MergeColumnsIcon,
  MoreIcon,
  PlayIcon,
  PrintIcon,
} from '@blueprintjs/icons';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { date, number, ref, type FieldMap } from '#shared/kernel/fields.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { BatchResultDialog } from '#client/crud/batch/batch-result-dialog.tsx';
import { useBatch } from '#client/crud/batch/use-batch.ts';
import type { BatchActionsProps } from '#client/crud/entity-page.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { chooseOrdersForEvent, findPlannerEventsOfMany, type PlannerEvent } from '../actions.ts';
import { PRESENTATIONS_BY_EVENT } from '../event-presentations.tsx';
import { PrintCardsDialog } from '../printing/print-cards-dialog.tsx';
import { MergeOrdersDialog } from './merge-orders-dialog.tsx';

const { fields } = entities.workOrder;

/** The fields that can be changed for many orders at once, by the term of the button. */
const BATCH_FIELDS = {
  setDueDate: { dueDate: date({ required: true, label: 'dueDate' }) },
  setOrderGroup: { orderGroupId: ref('orderGroup', { required: true, label: 'orderGroup' }) },
  setPriority: { priority: number({ ...fields.priority, required: true, label: 'priority' }) },
} as const satisfies Partial<Record<TermKey, FieldMap>>;
type BatchFieldVerb = keyof typeof BATCH_FIELDS;

interface ValueDialogProps {
  verb: BatchFieldVerb;
  count: number;
  busy: boolean;
  onSubmit: (values: Record<string, unknown>) => void;
  onClose: () => void;
}

/** Asks for the value that all chosen orders get. */
function BatchValueDialog({ verb, count, busy, onSubmit, onClose }: ValueDialogProps) {
  const t = useT();
  const formDeclaration: { fields: FieldMap } = { fields: BATCH_FIELDS[verb] };
  const form = useForm(formDeclaration.fields);
  return (
    <FormDialog
      title={t(verb)}
      subject={t('ordersChosen', { count })}
      form={form}
      busy={busy}
      submitText={t(verb)}
      onSubmit={() => {
        const values = form.check();
        if (values) onSubmit(values);
      }}
      onClose={onClose}
    >
      <div className="field-across">
        <Field of={formDeclaration} name={Object.keys(formDeclaration.fields)[0]!} autoFocus />
      </div>
    </FormDialog>
  );
}

/** The maximum number of left-out orders that the question of an action names. */
const MAX_NAMED_ORDERS = 5;

/**
 * The actions on the chosen orders. Buttons release the orders, print their cards, and set their due date, order group
 * or priority. A menu has the other events that the state of at least one order allows, and merges orders.
 */
export function OrderBatchActions({ rows, onSelect }: BatchActionsProps) {
  const t = useT();
  const user = useUser();
  const { busy, result, closeResult, run } = useBatch(entities.workOrder as EntityDeclaration);
  const [dialogVerb, setDialogVerb] = useState<BatchFieldVerb | null>(null);
  const [isMerging, setIsMerging] = useState(false);
  const [isPrintDialogOpen, setPrintDialogOpen] = useState(false);
  const orders = rows as unknown as readonly Entity<'workOrder'>[];
  const mayModify = hasPermission(user, 'WORK_ORDER_MODIFY');
  const events = findPlannerEventsOfMany(orders, user);
  const menuEvents = events.filter((event) => event !== 'release');
  const mergeChoice = chooseOrdersForEvent(orders, 'merge');
  const mayMerge = mayModify && hasPermission(user, 'PROCESS_MODIFY');
  const canChange = orders.some(({ state }) => !hasOrderEnded(state));

  const runAction = async (
    command: PlannerEvent | 'save',
    verb: TermKey,
    chosenRows = rows,
    values?: Record<string, unknown>,
  ) => {
    const refusedIds = await run(command, t(verb), chosenRows, values);
    if (!refusedIds) return;
    setDialogVerb(null);
    const chosenIds = new Set(chosenRows.map(({ id }) => id));
    onSelect(new Set(rows.map(({ id }) => id).filter((id) => refusedIds.has(id) || !chosenIds.has(id))));
  };
  /** Names the orders that an action leaves out because of their state. @returns null if there are none */
  const describeOmittedOrders = (omittedOrders: readonly Entity<'workOrder'>[]): string | null => {
    if (omittedOrders.length === 0) return null;
    const names = omittedOrders.slice(0, MAX_NAMED_ORDERS).map(({ code, state }) => `${code} (${t(state)})`);
    if (omittedOrders.length > names.length)
      names.push(t('andMore', { count: omittedOrders.length - names.length }));
    return t('ordersLeftOut', { names: joinWords(names) });
  };
  /**
   * Asks for confirmation and fires the event for the orders whose state allows it. The question names the orders that
   * are left out.
   */
  const runEvent = async (event: PlannerEvent) => {
    const { verb, question, questionOfMany, isDangerous } = PRESENTATIONS_BY_EVENT[event];
    const { allowedOrders, omittedOrders } = chooseOrdersForEvent(orders, event);
    const omittedOrdersText = describeOmittedOrders(omittedOrders);
    const lines = [
      ...(allowedOrders.length === 1 && question ? [t(question, { name: allowedOrders[0]!.code })] : []),
      ...(allowedOrders.length > 1 && questionOfMany
        ? [t(questionOfMany, { count: allowedOrders.length })]
        : []),
      ...(omittedOrdersText ? [omittedOrdersText] : []),
    ];
    const isConfirmed =
      lines.length === 0 ||
      (await confirm({
        title: `${t(verb)} · ${t('ordersChosen', { count: allowedOrders.length })}`,
        text: lines.join('\n'),
        yes: t(verb),
        danger: isDangerous ?? false,
      }));
    const allowedIds = new Set(allowedOrders.map(({ id }) => id));
    if (isConfirmed)
      await runAction(
        event,
        verb,
        rows.filter(({ id }) => allowedIds.has(id)),
      );
  };
  return (
    <>
      {mayModify && (
        <Button
          intent="primary"
          icon={<PlayIcon />}
          text={t('release')}
          loading={busy && dialogVerb === null}
          disabled={!events.includes('release')}
          onClick={() => void runAction('release', 'release')}
        />
      )}
      <Button icon={<PrintIcon />} text={t('printCards')} onClick={() => setPrintDialogOpen(true)} />
      {mayModify && (
        <>
          <Button
            icon={<CalendarIcon />}
            text={t('setDueDate')}
            disabled={!canChange}
            onClick={() => setDialogVerb('setDueDate')}
          />
          <Button
            icon={<GroupObjectsIcon />}
            text={t('setOrderGroup')}
            disabled={!canChange}
            onClick={() => setDialogVerb('setOrderGroup')}
          />
          <Button
            icon={<FlagIcon />}
            text={t('setPriority')}
            disabled={!canChange}
            onClick={() => setDialogVerb('setPriority')}
          />
        </>
      )}
      {(menuEvents.length > 0 || mayMerge) && (
        <DropDown
          edge="start"
          content={
            <Menu>
              {mayMerge && (
                <MenuItem
                  icon={<MergeColumnsIcon />}
                  text={t('mergeOrders')}
                  labelElement={mergeChoice.allowedOrders.length}
                  disabled={mergeChoice.allowedOrders.length < 2}
                  onClick={() => setIsMerging(true)}
                />
              )}
              {menuEvents.map((event) => (
                <MenuItem
                  key={event}
                  icon={PRESENTATIONS_BY_EVENT[event].icon}
                  text={t(PRESENTATIONS_BY_EVENT[event].verb)}
                  labelElement={chooseOrdersForEvent(orders, event).allowedOrders.length}
                  {...(PRESENTATIONS_BY_EVENT[event].isDangerous ? { intent: 'danger' as const } : {})}
                  onClick={() => void runEvent(event)}
                />
              ))}
            </Menu>
          }
        >
          <Button icon={<MoreIcon />} text={t('moreActions')} disabled={busy} />
        </DropDown>
      )}
      {dialogVerb && (
        <BatchValueDialog
          verb={dialogVerb}
          count={rows.length}
          busy={busy}
          onSubmit={(values) => void runAction('save', dialogVerb, rows, values)}
          onClose={() => setDialogVerb(null)}
        />
      )}
      {isMerging && mergeChoice.allowedOrders.length > 1 && (
        <MergeOrdersDialog
          orders={mergeChoice.allowedOrders}
          omittedOrdersText={describeOmittedOrders(mergeChoice.omittedOrders)}
          onMerged={() => {
            setIsMerging(false);
            onSelect(new Set());
          }}
          onClose={() => setIsMerging(false)}
        />
      )}
      {isPrintDialogOpen && <PrintCardsDialog orders={orders} onClose={() => setPrintDialogOpen(false)} />}
      {result && <BatchResultDialog result={result} onClose={closeResult} />}
    </>
  );
}
