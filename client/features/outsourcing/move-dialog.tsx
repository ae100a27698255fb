import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OutsourcingDetailLine } from '#shared/answers/outside.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import {
  lines as linesField,
  quantity,
  ref,
  text,
  type Field as DeclaredField,
} from '#shared/kernel/fields.ts';
import {
  calculateQuantityOut,
  calculateQuantityToSend,
  type MovementKind,
} from '#shared/ledger/outsourcing.ts';
import { CellInput } from '#client/kit/fields/cell-input.tsx';
import { Field } from '#client/kit/fields/field.tsx';
import { formatProblem } from '#client/kit/fields/lines/lines-input.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';
import { ProcessName } from './process-name.tsx';

interface Props {
  kind: MovementKind;
  order: Entity<'outsourcingOrder'>;
  lines: readonly OutsourcingDetailLine[];
  onClose: () => void;
}

const PIECES_FIELD = quantity({ initial: 0 });
const QUANTITY_NAMES = {
  sendPieces: ['quantity'],
  returnPieces: ['good', 'hold', 'unmachined'],
  takeBackPieces: ['quantity'],
} as const;
const QUANTITY_TERMS = {
  quantity: 'quantity',
  good: 'returnedGood',
  hold: 'returnedHold',
  unmachined: 'takenBack',
} as const;
const VERBS = { sendPieces: 'send', returnPieces: 'return', takeBackPieces: 'takeBack' } as const;
const SUCCESS_TERMS = {
  sendPieces: 'sendDone',
  returnPieces: 'returnDone',
  takeBackPieces: 'takeBackDone',
} as const;
const FIELDS = {
  items: linesField(
    {
      processId: ref('process', { required: true }),
      quantity: PIECES_FIELD,
      good: quantity({ initial: 0 }),
      hold: quantity({ initial: 0 }),
      unmachined: quantity({ initial: 0, label: 'takenBack' }),
    },
    { label: 'outsourcedProcesses' },
  ),
  deliveryNote: text({ max: 60, label: 'deliveryNote' }),
  remark: text({ max: 500 }),
} as const;

/** Calculates how many pieces of a line could move: those that can be sent, or those at the supplier. */
const calculateMovable = (kind: MovementKind, line: OutsourcingDetailLine): number =>
  kind === 'sendPieces' ? Math.min(line.sendable, calculateQuantityToSend(line)) : calculateQuantityOut(line);

/** Sends pieces to the supplier, takes them in, or takes them back unmachined. All movable pieces are proposed. */
export function MoveDialog({ kind, order, lines, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const tableId = useId();
  const names = QUANTITY_NAMES[kind];
  // The lines of the opening stay, because the typed quantities belong to them. Work on other processes may change which
  // lines can move.
  const [movableLines] = useState(() => lines.filter((line) => calculateMovable(kind, line) > 0));
  const form = useForm(FIELDS, {
    items: movableLines.map((line) => ({
      processId: line.processId,
      quantity: 0,
      good: 0,
      hold: 0,
      unmachined: 0,
      [names[0]]: calculateMovable(kind, line),
    })),
  });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const items = form.values['items'] as Record<string, unknown>[];
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const movedItems = values.items.filter((item) => names.some((name) => item[name] > 0));
    const answer = await sendCommand<{ deliveryNote: string | null }>(
      `${entities.outsourcingOrder.path}/${VERBS[kind]}`,
      {
        id: order.id,
        version: order.version,
        deliveryNote: values.deliveryNote,
        remark: values.remark,
        items: movedItems.map((item) =>
          Object.fromEntries([
            ['processId', item.processId],
            ...names.map((name) => [name, item[name]] as const),
          ]),
        ),
      },
    );
    if (!answer) return;
    // The page must have the new quantities before this dialog closes, because the next dialog proposes them.
    await client.invalidateQueries({ queryKey: queryKeys.entity('outsourcingOrder') });
    showSuccess(t(SUCCESS_TERMS[kind], { note: answer.deliveryNote ?? '' }));
    onClose();
  };
  return (
    <FormDialog
      title={`${t(kind)} · ${order.code}`}
      subject={order.labels.supplierId ?? ''}
      form={form}
      busy={busy}
      refusal={refusal ?? formatProblem(form.problems['items'], t) ?? null}
      submitText={t(kind)}
      wide
      stepwise
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-across">
        {movableLines.length === 0 && <p className="outsourcing-hint">{t('noProcessesToOutsource')}</p>}
        <table className="plain-table outsourcing-items">
          <TableHead
            heads={[
              t('process'),
              { words: t(kind === 'sendPieces' ? 'sendable' : 'quantityOutNow'), className: 'figure' },
              ...names.map((name) => ({ words: t(QUANTITY_TERMS[name]), className: 'figure' })),
            ]}
          />
          <tbody>
            {movableLines.map((line, index) => (
              <tr key={line.processId}>
                <td>
                  <ProcessName process={line} />
                </td>
                <td className="figure">{formatNumber(calculateMovable(kind, line))}</td>
                {names.map((name) => {
                  const problem = formatProblem(form.problems[`items[${index}].${name}`], t);
                  const problemId = `${tableId}-${index}-${name}`;
                  return (
                    <td key={name} className="outsourcing-quantity">
                      <CellInput
                        field={PIECES_FIELD as DeclaredField}
                        id={`${problemId}-input`}
                        name={name}
                        value={items[index]?.[name]}
                        onChange={(value) =>
                          form.set(
                            'items',
                            items.map((item, itemIndex) =>
                              itemIndex === index ? { ...item, [name]: value } : item,
                            ),
                          )
                        }
                        invalid={problem !== undefined}
                        {...(problem ? { describedBy: problemId } : {})}
                        ariaLabel={`${t(QUANTITY_TERMS[name])} · ${line.name}`}
                      />
                      {problem && (
                        <div id={problemId} className="field-problem">
                          {problem}
                        </div>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Field of={{ fields: FIELDS }} name="deliveryNote" />
      <Field of={{ fields: FIELDS }} name="remark" />
      {kind === 'sendPieces' && <p className="field-hint field-across">{t('deliveryNoteAuto')}</p>}
    </FormDialog>
  );
}
