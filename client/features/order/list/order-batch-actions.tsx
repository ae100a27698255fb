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

/** The fields that can be changed for many orders, each with the verb of its button. */
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
  const of: { fields: FieldMap } = { fields: BATCH_FIELDS[verb] };
  const form = useForm(of.fields);
  return (
    <FormDialog
      title={t(verb)}
      about={t('ordersChosen', { count })}
      form={form}
      busy={busy}
      submit={t(verb)}
      onSubmit={() => {
        const values = form.check();
        if (values) onSubmit(values);
      }}
      onClose={onClose}
    >
      <div className="field-across">
        <Field of={of} name={Object.keys(of.fields)[0]!} autoFocus />
      </div>
    </FormDialog>
  );
}

/** The actions for the chosen orders of the list: release, print cards, due date, priority. */
export function OrderBatchActions({ rows, onSelect }: BatchActionsProps) {
  const t = useT();
  const user = useUser();
  const { busy, result, closeResult, run } = useBatch(entities.workOrder as EntityDeclaration);
  const [askedVerb, setAskedVerb] = useState<BatchFieldVerb | null>(null);
  const [printing, setPrinting] = useState(false);
  const orders = rows as unknown as readonly Entity<'workOrder'>[];
  const mayModify = hasPermission(user, 'WORK_ORDER_MODIFY');
  const canRelease = orders.some(
    ({ state }) => findNextState(workOrderStateMachine, state, 'release') !== null,
  );
  const canChange = orders.some(({ state }) => !hasOrderEnded(state));

  const perform = async (command: 'release' | 'save', verb: TermKey, values?: Record<string, unknown>) => {
    const refused = await run(command, t(verb), rows, values);
    if (!refused) return;
    setAskedVerb(null);
    onSelect(refused);
  };
  return (
    <>
      {mayModify && (
        <Button
          intent="primary"
          icon={<PlayIcon />}
          text={t('release')}
          loading={busy && askedVerb === null}
          disabled={!canRelease}
          onClick={() => void perform('release', 'release')}
        />
      )}
      <Button icon={<PrintIcon />} text={t('printCards')} onClick={() => setPrinting(true)} />
      {mayModify && (
        <>
          <Button
            icon={<CalendarIcon />}
            text={t('setDueDate')}
            disabled={!canChange}
            onClick={() => setAskedVerb('setDueDate')}
          />
          <Button
            icon={<FlagIcon />}
            text={t('setPriority')}
            disabled={!canChange}
            onClick={() => setAskedVerb('setPriority')}
          />
        </>
      )}
      {askedVerb && (
        <BatchValueDialog
          verb={askedVerb}
          count={rows.length}
          busy={busy}
          onSubmit={(values) => void perform('save', askedVerb, values)}
          onClose={() => setAskedVerb(null)}
        />
      )}
      {printing && <PrintCardsDialog orders={orders} onClose={() => setPrinting(false)} />}
      {result && <BatchResultDialog result={result} onClose={closeResult} />}
    </>
  );
}
