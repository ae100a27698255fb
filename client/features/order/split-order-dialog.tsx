import { useNavigate } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import { date, quantity, text } from '#shared/kernel/fields.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import {
  divideOrder,
  findLargestSplit,
  isSplitPossible,
  type DividedOrder,
} from '#shared/ledger/split-order.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useProcesses } from '#client/production/acting/use-process.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { PlannedDatesHint } from './planned-dates-hint.tsx';
import { useOrderParts } from './use-order.ts';
import { useProposedOrderCode } from './use-proposed-order-code.ts';

interface Props {
  order: Entity<'workOrder'>;
  onClose: () => void;
}

interface LoadedProps extends Props {
  parts: readonly Entity<'part'>[];
  processes: readonly ProcessProgress[];
  /** The code that the server proposes; null if it proposed none. */
  code: string | null;
}

const SPLIT_FIELDS = {
  quantity: quantity({ required: true, min: 0.0001, label: 'splitQuantity' }),
  code: text({ required: true, max: 60, label: 'orderCode' }),
  dueDate: date(),
} as const;

/** Lists the quantities of both orders and of their parts after the split. */
function SplitPreview({
  parts,
  dividedOrder,
  splitQuantity,
}: {
  parts: readonly Entity<'part'>[];
  dividedOrder: DividedOrder;
  splitQuantity: number;
}) {
  const t = useT();
  const orderSplit = divideOrder(dividedOrder, splitQuantity);
  const rows = [
    { key: 0, name: t('workOrder'), shares: orderSplit.order },
    ...parts.map(({ id, code, name }) => ({
      key: id,
      name: `${code} ${name}`,
      shares: orderSplit.parts.get(id)!,
    })),
  ];
  return (
    <div className="field-across">
      <table className="plain-table">
        <TableHead
          heads={[
            t('splitPreview'),
            { words: t('splitRemaining'), className: 'figure' },
            { words: t('splitOff'), className: 'figure' },
          ]}
        />
        <tbody>
          {rows.map(({ key, name, shares }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="figure">{formatNumber(shares.remaining)}</td>
              <td className="figure">{formatNumber(shares.splitOff)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Splits a quantity off an order, and opens the new order. */
export function SplitOrderDialog({ order, onClose }: Props) {
  const proposal = useProposedOrderCode();
  const parts = useOrderParts(order.id);
  const processes = useProcesses({ orderId: order.id });
  if (proposal.isPending || !parts.data || !processes.data) return null;
  return (
    <LoadedSplitOrderDialog
      order={order}
      parts={parts.data}
      processes={processes.data}
      code={proposal.data?.code ?? null}
      onClose={onClose}
    />
  );
}

function LoadedSplitOrderDialog({ order, parts, processes, code, onClose }: LoadedProps) {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm(SPLIT_FIELDS, { code, dueDate: order.dueDate });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const dividedOrder: DividedOrder = {
    quantity: order.quantity,
    parts,
    processes: processes.map((process) => ({ ...process, id: process.processId })),
  };
  const max = findLargestSplit(dividedOrder);
  const splitQuantity = Number(form.values['quantity']);
  const hasPreview =
    splitQuantity > 0 &&
    splitQuantity < order.quantity &&
    isSplitPossible(divideOrder(dividedOrder, splitQuantity));
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const newOrder = await sendCommand<{ id: number }>(`${entities.workOrder.path}/split`, {
      id: order.id,
      version: order.version,
      ...values,
    });
    if (!newOrder) return;
    showSuccess(t('orderSplitDone', { name: values.code, quantity: formatNumber(values.quantity) }));
    onClose();
    await navigate(`/order/${newOrder.id}`);
  };
  return (
    <FormDialog
      title={t('splitOrderNamed', { name: order.code })}
      subject={t('splitOrderAbout')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={max > 0 ? t('splitOrder') : null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {max > 0 && (
        <>
          <Field of={{ fields: SPLIT_FIELDS }} name="quantity" autoFocus />
          <Field of={{ fields: SPLIT_FIELDS }} name="code" />
          <Field of={{ fields: SPLIT_FIELDS }} name="dueDate" />
        </>
      )}
      <p className="field-hint field-across" role="status">
        {max > 0 ? t('splitAtMost', { max: formatNumber(max) }) : t('splitNothing')}
      </p>
      {max > 0 && (
        <PlannedDatesHint
          sourceDueDate={order.dueDate}
          dueDate={form.values['dueDate']}
          missingDueDateTerm="splitDatesKept"
        />
      )}
      {hasPreview && <SplitPreview parts={parts} dividedOrder={dividedOrder} splitQuantity={splitQuantity} />}
    </FormDialog>
  );
}
