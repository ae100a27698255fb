import { Radio } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { date } from '#shared/kernel/fields.ts';
import { MAX_MERGED_ORDERS } from '#shared/ledger/merge-orders.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

type Order = Entity<'workOrder'>;
interface Props {
  /** The orders to merge: at least two. */
  orders: readonly Order[];
  /** A sentence about chosen orders that cannot be merged; null if there are none. */
  omittedOrdersText: string | null;
  onMerged: () => void;
  onClose: () => void;
}

/** The order after the merge, as the server previews it. */
interface MergePreview {
  quantityBefore: number;
  quantity: number;
  dueDate: string | null;
  parts: readonly { id: number; code: string; name: string; before: number; after: number }[];
}

const MERGE_FIELDS = { dueDate: date() } as const;

/** The refusals that the dialog shows. */
const MERGE_REFUSALS: readonly ErrorCode[] = [
  'orderState',
  'rowNotFound',
  'mergeBegun',
  'mergeOrdersDiffer',
  'mergePartMissing',
  'mergePartsDiffer',
  'mergeProcessMissing',
  'mergeProcessesDiffer',
];

/** Lists the quantities of the kept order and of its parts, before and after the merge. */
function MergePreviewTable({ order, preview }: { order: Order; preview: MergePreview }) {
  const t = useT();
  const rows = [
    { id: 0, name: order.code, before: preview.quantityBefore, after: preview.quantity },
    ...preview.parts.map(({ code, name, ...row }) => ({ ...row, name: `${code} ${name}` })),
  ];
  return (
    <table className="plain-table field-across">
      <TableHead
        heads={[
          t('mergePreview'),
          { words: t('quantityNow'), className: 'figure' },
          { words: t('quantityAfterMerge'), className: 'figure' },
        ]}
      />
      <tbody>
        {rows.map(({ id, name, before, after }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td className="figure">{formatNumber(before)}</td>
            <td className="figure">{formatNumber(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Chooses the order that is kept. */
function KeptOrderTable({
  orders,
  keptId,
  onKeep,
}: {
  orders: readonly Order[];
  keptId: number;
  onKeep: (id: number) => void;
}) {
  const t = useT();
  return (
    <div className="field-across" role="radiogroup" aria-label={t('keptOrder')}>
      <table className="plain-table stacked-table">
        <TableHead
          heads={[
            t('keptOrder'),
            t('name'),
            { words: t('quantity'), className: 'figure' },
            t('dueDate'),
            t('orderState'),
          ]}
        />
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                <Radio
                  name="keptOrder"
                  label={order.code}
                  checked={order.id === keptId}
                  onChange={() => onKeep(order.id)}
                />
              </td>
              <td>{order.name}</td>
              <td className="figure" data-label={t('quantity')}>
                {formatNumber(order.quantity)}
              </td>
              <td data-label={t('dueDate')}>{order.dueDate ?? '—'}</td>
              <td>{t(order.state)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Merges orders into one of them, and shows its quantities before the planner confirms. */
export function MergeOrdersDialog({ orders, omittedOrdersText, onMerged, onClose }: Props) {
  const t = useT();
  const form = useForm(MERGE_FIELDS);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const [keptId, setKeptId] = useState(orders[0]!.id);
  const keptOrder = orders.find(({ id }) => id === keptId) ?? orders[0]!;
  const otherOrders = orders.filter((order) => order !== keptOrder);
  const isTooMany = orders.length > MAX_MERGED_ORDERS;
  const otherIds = otherOrders.map(({ id }) => ({ id }));
  const { data: preview, error } = useQuery({
    queryKey: queryKeys.entity('workOrder', 'mergePreview', { id: keptOrder.id, otherIds }),
    queryFn: ({ signal }) =>
      call<MergePreview>(
        `${entities.workOrder.path}/mergePreview`,
        { id: keptOrder.id, orders: JSON.stringify(otherIds) },
        { signal, codesShownElsewhere: MERGE_REFUSALS },
      ),
    enabled: !isTooMany,
    retry: false,
  });
  const previewRefusal = isTooMany
    ? t('mergeTooMany', { max: MAX_MERGED_ORDERS })
    : error instanceof CallError
      ? error.message
      : null;
  const submit = async () => {
    const values = form.check();
    if (!values || isTooMany) return;
    const mergedOrder = await sendCommand<{ quantity: number }>(`${entities.workOrder.path}/merge`, {
      id: keptOrder.id,
      version: keptOrder.version,
      orders: JSON.stringify(otherOrders.map(({ id, version }) => ({ id, version }))),
      ...values,
    });
    if (!mergedOrder) return;
    showSuccess(t('ordersMerged', { name: keptOrder.code, quantity: formatNumber(mergedOrder.quantity) }));
    onMerged();
  };
  return (
    <FormDialog
      wide
      title={t('mergeOrders')}
      subject={t('mergeOrdersAbout')}
      form={form}
      busy={busy}
      refusal={refusal ?? previewRefusal}
      submitText={t('mergeOrders')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {omittedOrdersText && <p className="field-hint field-across">{omittedOrdersText}</p>}
      <KeptOrderTable orders={orders} keptId={keptOrder.id} onKeep={setKeptId} />
      <Field of={{ fields: MERGE_FIELDS }} name="dueDate" />
      {preview?.dueDate && (
        <p className="field-hint field-across">{t('mergeDatesEarliest', { day: preview.dueDate })}</p>
      )}
      {preview && !error && <MergePreviewTable order={keptOrder} preview={preview} />}
    </FormDialog>
  );
}
