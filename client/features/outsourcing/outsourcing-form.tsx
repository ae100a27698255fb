import { Button } from '@blueprintjs/core';
import { AddIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { OutsourcingCandidate, OutsourcingDetailLine } from '#shared/answers/outside.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useOpeningVersion } from '#client/kit/forms/use-opening-version.ts';
import { useLeaveGuard } from '#client/kit/forms/use-leave-guard.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { AddProcessesDialog } from './add-processes-dialog.tsx';
import { ItemsTable, type OutsourcingItem } from './items-table.tsx';
import '#client/kit/pages/record-page.css';

interface Props {
  /** The order to change; null for a new order. */
  order: Entity<'outsourcingOrder'> | null;
  lines: readonly OutsourcingDetailLine[];
  /** The initial code in the form; null if the server proposed none. */
  code: string | null;
  onSaved: (id: number) => void;
  onCancel: () => void;
}

const { code, supplierId, expectedDate, remark, items } = entities.outsourcingOrder.fields;
const FIELDS = { code, supplierId, expectedDate, remark, items } as const;
const ENTITY = entities.outsourcingOrder as EntityDeclaration;

/** The form of an outsourcing order: supplier, dates, and the processes with their quantities. */
export function OutsourcingForm({ order, lines, code: startCode, onSaved, onCancel }: Props) {
  const t = useT();
  const form = useForm(FIELDS, {
    ...(order
      ? { supplierId: order.supplierId, expectedDate: order.expectedDate, remark: order.remark }
      : {}),
    code: startCode,
    items: lines.map(({ processId, quantity, unitPrice, lumpSum, remark }) => ({
      processId,
      quantity,
      unitPrice,
      lumpSum,
      remark,
    })),
  });
  const [processesById, setProcessesById] = useState<
    ReadonlyMap<number, OutsourcingCandidate | OutsourcingDetailLine>
  >(() => new Map(lines.map((line) => [line.processId, line])));
  const version = useOpeningVersion(order?.version);
  const [isAdding, setIsAdding] = useState(false);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const allowLeaving = useLeaveGuard(form.dirty);
  const chosenItems = form.values['items'] as OutsourcingItem[];
  const chosenSupplierId = form.values['supplierId'] as number | null;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const savedOrder = await sendCommand<{ id: number }>(`${ENTITY.path}/${order ? 'change' : 'create'}`, {
      ...values,
      ...(order ? { id: order.id, version } : {}),
    });
    if (!savedOrder) return;
    showSuccess(t('saved'));
    allowLeaving();
    onSaved(savedOrder.id);
  };
  const addProcesses = (candidates: readonly OutsourcingCandidate[]) => {
    setProcessesById(
      (before) =>
        new Map([...before, ...candidates.map((candidate) => [candidate.processId, candidate] as const)]),
    );
    form.set('items', [
      ...chosenItems,
      ...candidates.map(({ processId, plannedQuantity, sendable }) => ({
        processId,
        quantity: sendable > 0 ? sendable : plannedQuantity,
        unitPrice: null,
        lumpSum: null,
        remark: null,
      })),
    ]);
  };
  return (
    <FormArea
      form={form}
      className="record-page"
      label={t('outsourcingOrder')}
      onSubmit={() => void submit()}
    >
      <header className="record-head">
        <h1>{order ? order.code : t('addNamed', { name: t('outsourcingOrder') })}</h1>
      </header>
      <div className="outsourcing-fields">
        <Field of={{ fields: FIELDS }} name="code" />
        <Field of={{ fields: FIELDS }} name="supplierId" chosenName={order?.labels.supplierId} />
        <Field of={{ fields: FIELDS }} name="expectedDate" />
        <Field of={{ fields: FIELDS }} name="remark" />
      </div>
      <section className="outsourcing-section" aria-labelledby="outsourcing-items">
        <div className="outsourcing-section-head">
          <h2 id="outsourcing-items">{t('outsourcedProcesses')}</h2>
          <Button
            icon={<AddIcon />}
            text={t('addProcesses')}
            disabled={chosenSupplierId === null}
            {...(chosenSupplierId === null ? { title: t('chooseSupplierFirst') } : {})}
            onClick={() => setIsAdding(true)}
          />
        </div>
        <ItemsTable
          items={chosenItems}
          processesById={processesById}
          problems={form.problems}
          onChange={(next) => form.set('items', next)}
        />
        {chosenItems.length === 0 && (
          <p className="outsourcing-hint">
            {t(chosenSupplierId === null ? 'chooseSupplierFirst' : 'addProcessesHint')}
          </p>
        )}
      </section>
      {refusal && (
        <p className="outsourcing-refusal" role="alert">
          {refusal}
        </p>
      )}
      <footer className="outsourcing-save">
        <Button text={t('cancel')} onClick={onCancel} />
        <Button type="submit" intent="primary" text={t('save')} loading={busy} />
      </footer>
      {isAdding && chosenSupplierId !== null && (
        <AddProcessesDialog
          supplierId={chosenSupplierId}
          exceptId={order?.id ?? null}
          chosenIds={chosenItems.map(({ processId }) => processId)}
          onAdd={addProcesses}
          onClose={() => setIsAdding(false)}
        />
      )}
    </FormArea>
  );
}
