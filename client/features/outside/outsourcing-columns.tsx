import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@blueprintjs/core';
import type { SupplierVisibleOutsourcing } from '#shared/answers/outside.ts';
import { date } from '#shared/kernel/fields.ts';
import { calculateQuantityOut } from '#shared/ledger/outsourcing.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import type { Column } from '#client/kit/tables/column.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

const CONFIRM_FIELDS = { day: date({ required: true, label: 'confirmedReturn' }) } as const;

/** Asks the supplier for the day on which the pieces of an order come back. */
function ConfirmReturnDialog({ row, onClose }: { row: SupplierVisibleOutsourcing; onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const form = useForm(CONFIRM_FIELDS, { day: row.confirmedDate ?? row.expectedDate });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { id, version } = row;
    const answer = await sendCommand('/mes/outside/outsourcing/confirm', { id, version, ...values });
    void client.invalidateQueries({ queryKey: ['outside'] });
    if (!answer) return;
    showSuccess(t('confirmReturnDone', { code: row.code, day: values.day }));
    onClose();
  };
  return (
    <FormDialog
      title={`${t('confirmReturn')} · ${row.code}`}
      subject={`${t('expectedReturn')}: ${row.expectedDate ?? '—'}`}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('confirmReturn')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={{ fields: CONFIRM_FIELDS }} name="day" autoFocus />
    </FormDialog>
  );
}

/**
 * Shows the day on which the supplier has promised the pieces of an order. While the order is open, a button
 * confirms or changes this day.
 */
function ConfirmedDay({ row }: { row: SupplierVisibleOutsourcing }) {
  const t = useT();
  const [isConfirming, setIsConfirming] = useState(false);
  if (row.state === 'completed') return row.confirmedDate;
  return (
    <>
      <Button
        size="small"
        text={row.confirmedDate ?? t('confirmReturn')}
        aria-label={`${t('confirmReturn')} ${row.code}`}
        onClick={() => setIsConfirming(true)}
      />
      {isConfirming && <ConfirmReturnDialog row={row} onClose={() => setIsConfirming(false)} />}
    </>
  );
}

/** Makes the columns of what was ordered from the signed-in supplier. */
export const makeOutsourcingColumns = (t: Translate): Column<SupplierVisibleOutsourcing>[] => [
  { name: 'code', title: t('outsourcingCode'), width: 120, render: (row) => row.code },
  { name: 'partCode', title: t('partCode'), width: 140, render: (row) => row.partCode },
  { name: 'partName', title: t('part'), width: 160, render: (row) => row.partName },
  { name: 'name', title: t('process'), width: 130, render: (row) => row.name },
  {
    name: 'state',
    title: t('outsourcingState'),
    width: 120,
    render: (row) => <StateMark state={row.state} />,
  },
  ...(
    [
      ['quantity', (row) => row.quantity],
      ['quantitySent', (row) => row.sent],
      ['quantityOutNow', calculateQuantityOut],
      ['returnedGood', (row) => row.returnedGood],
      ['returnedHold', (row) => row.returnedHold],
    ] as const satisfies readonly (readonly [string, (row: SupplierVisibleOutsourcing) => number])[]
  ).map(([key, read]): Column<SupplierVisibleOutsourcing> => ({
    name: key,
    title: t(key),
    width: 92,
    align: 'end',
    render: (row) => formatNumber(read(row)),
  })),
  { name: 'expectedDate', title: t('expectedReturn'), width: 116, render: (row) => row.expectedDate },
  {
    name: 'confirmedDate',
    title: t('confirmedReturn'),
    width: 150,
    render: (row) => <ConfirmedDay row={row} />,
  },
  { name: 'remark', title: t('remark'), width: 160, render: (row) => row.remark },
];
