import { Button } from '@blueprintjs/core';
import { CalendarIcon, FlagIcon, PlayIcon, PrintIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { date, number, type FieldMap } from '#shared/kernel/fields.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { hasOrderEnded, workOrderStateMachine } from '#shared/machines/work-order.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { BatchResultDialog } from '#client/crud/batch/batch-result-dialog.tsx';
import { useBatch } from '#client/crud/batch/use-batch.ts';
import type { BatchActionsProps } from '#client/crud/entity-page.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { PrintCardsDialog } from '../routing/print-cards-dialog.tsx';

const { fields } = entities.workOrder;

/** The fields that can be changed for many orders, by the verb on the button. */
const BATCH_FIELDS = {
  setDueDate: { dueDate: date({ required: true, label: 'dueDate' }) },
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

/** Buttons that release the chosen orders, print their cards, or set their due date or priority. */
export function OrderBatchActions({ rows, onSelect }: BatchActionsProps) {
  const t = useT();
  const user = useUser();
  const { busy, result, closeResult, run } = useBatch(entities.workOrder as EntityDeclaration);
  const [dialogVerb, setDialogVerb] = useState<BatchFieldVerb | null>(null);
  const [isPrintDialogOpen, setPrintDialogOpen] = useState(false);
  const orders = rows as unknown as readonly Entity<'workOrder'>[];
  const mayModify = hasPermission(user, 'WORK_ORDER_MODIFY');
  const canRelease = orders.some(
    ({ state }) => findNextState(workOrderStateMachine, state, 'release') !== null,
  );
  const canChange = orders.some(({ state }) => !hasOrderEnded(state));

  const runAction = async (command: 'release' | 'save', verb: TermKey, values?: Record<string, unknown>) => {
    const refusedIds = await run(command, t(verb), rows, values);
    if (!refusedIds) return;
    setDialogVerb(null);
    onSelect(refusedIds);
  };
  return (
    <>
      {mayModify && (
        <Button
          intent="primary"
          icon={<PlayIcon />}
          text={t('release')}
          loading={busy && dialogVerb === null}
          disabled={!canRelease}
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
            icon={<FlagIcon />}
            text={t('setPriority')}
            disabled={!canChange}
            onClick={() => setDialogVerb('setPriority')}
          />
        </>
      )}
      {dialogVerb && (
        <BatchValueDialog
          verb={dialogVerb}
          count={rows.length}
          busy={busy}
          onSubmit={(values) => void runAction('save', dialogVerb, values)}
          onClose={() => setDialogVerb(null)}
        />
      )}
      {isPrintDialogOpen && <PrintCardsDialog orders={orders} onClose={() => setPrintDialogOpen(false)} />}
      {result && <BatchResultDialog result={result} onClose={closeResult} />}
    </>
  );
}
