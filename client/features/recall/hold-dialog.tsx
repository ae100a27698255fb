import { InputGroup } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import type { BatchRun } from '#shared/answers/batch.ts';
import { qualityExceptionFields } from '#shared/entities/quality-form-fields.ts';
import { quantity as quantityField, text } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { TracedSubject } from '#shared/quality/recall.ts';
import type { FoundRow } from '#shared/quality/recall-rows.ts';
import { BatchProgressDialog } from '#client/crud/batch/batch-progress.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { CallError } from '#client/kit/wire/call-error.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { HoldVerdictsDialog } from './hold-verdicts.tsx';
import { holdPieces, MAX_HELD_ROWS, type RowToHold, type HoldVerdict } from './hold-pieces.ts';

interface Props {
  /** The found rows whose pieces an exception can hold. */
  rows: readonly FoundRow[];
  /** The found rows whose pieces no exception can hold. */
  otherRows: readonly FoundRow[];
  subject: TracedSubject;
  /** Called when the batch has ended. */
  onHeld: () => void;
  onClose: () => void;
}

const HOLD_FIELDS = {
  errorClassId: qualityExceptionFields.errorClassId,
  description: text({ required: true, max: 300, label: 'exceptionDescription' }),
} as const;
const HOLD_FORM = { fields: HOLD_FIELDS };
const QUANTITY_FIELDS = { quantity: quantityField({ required: true, min: 0.0001 }) } as const;
/** If there are more rows than this, the dialog does not list them. Then it holds all pieces of each row. */
const MAX_LISTED_ROWS = 50;

const sumQuantities = (rows: readonly { quantity: number }[]): number =>
  addQuantities(...rows.map(({ quantity }) => quantity));

/** Parses a typed quantity; null if it is not allowed or more than was found. */
function parseQuantity({ quantity: foundQuantity }: FoundRow, typedText: string): number | null {
  const quantity = validateRecord(QUANTITY_FIELDS, { quantity: typedText }).values?.quantity ?? null;
  return quantity !== null && quantity <= foundQuantity ? quantity : null;
}

/**
 * Holds the found pieces for one reason. The server raises one exception for each row. The dialog shows the
 * progress, and then a verdict for each row.
 */
export function HoldDialog({ rows, otherRows, subject, onHeld, onClose }: Props) {
  const t = useT();
  const form = useForm(HOLD_FIELDS, {
    description: t('recallOf', { name: [subject.code, subject.name].filter(Boolean).join(' ') }),
  });
  // The caller may pass new rows while the dialog is open. The dialog keeps the rows that the person sees and
  // confirms.
  const [heldRows] = useState(() => rows.slice(0, MAX_HELD_ROWS));
  const [notHeldQuantity] = useState(() => sumQuantities([...rows.slice(MAX_HELD_ROWS), ...otherRows]));
  const [typedQuantities, setTypedQuantities] = useState<Readonly<Record<number, string>>>({});
  const { busy, runRequest } = useRequestSender();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [run, setRun] = useState<BatchRun | null>(null);
  const [verdicts, setVerdicts] = useState<readonly HoldVerdict[] | null>(null);
  // After a lost connection, a call with the same request id finds the batch that has already begun.
  const requestId = useRef(makeRequestId());
  const quantities = heldRows.map((row, index) =>
    typedQuantities[index] === undefined ? row.quantity : parseQuantity(row, typedQuantities[index]),
  );
  const submit = () => {
    const reason = form.check();
    if (!reason || quantities.includes(null)) return;
    const rowsToHold = heldRows.map((row, index): RowToHold => ({ row, quantity: quantities[index]! }));
    void runRequest(async () => {
      setRefusal(null);
      try {
        setVerdicts(await holdPieces(rowsToHold, reason, requestId.current, setRun));
        onHeld();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setRefusal(error.message);
      } finally {
        setRun(null);
      }
    });
  };
  if (verdicts) return <HoldVerdictsDialog verdicts={verdicts} onClose={onClose} />;
  if (run) return <BatchProgressDialog title={t('holdFoundPieces')} run={run} onClose={onClose} />;
  return (
    <FormDialog
      title={t('holdFoundPieces')}
      subject={
        <>
          <strong>
            {t('holdSummary', {
              count: formatNumber(heldRows.length, 0),
              quantity: formatNumber(addQuantities(...quantities.map((quantity) => quantity ?? 0))),
            })}
          </strong>
          {notHeldQuantity > 0 && (
            <>
              <br />
              {t('notHeldRows', { quantity: formatNumber(notHeldQuantity) })}
            </>
          )}
        </>
      }
      form={form}
      busy={busy}
      refusal={refusal}
      wide
      submitText={t('holdFoundPieces')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field of={HOLD_FORM} name="errorClassId" />
      <div className="field-across">
        <Field of={HOLD_FORM} name="description" autoFocus />
      </div>
      {heldRows.length <= MAX_LISTED_ROWS && (
        <div className="field-across recall-held-rows">
          <table className="plain-table stacked-table">
            <TableHead
              heads={[
                t('part'),
                t('process'),
                t('piecePlace'),
                { words: t('foundQuantity'), className: 'figure' },
                { words: t('heldQuantity'), className: 'figure' },
              ]}
            />
            <tbody>
              {heldRows.map((row, index) => (
                <tr key={index}>
                  <th scope="row">{`${row.orderCode} · ${row.partCode}`}</th>
                  <td>{row.processName}</td>
                  <td>
                    <StateMark state={row.place} />
                  </td>
                  <td className="figure" data-label={t('foundQuantity')}>
                    {formatNumber(row.quantity)}
                  </td>
                  <td className="figure" data-label={t('heldQuantity')}>
                    <InputGroup
                      className="number-input"
                      inputMode="decimal"
                      autoComplete="off"
                      aria-label={`${t('heldQuantity')} ${row.partCode} ${row.processName}`}
                      aria-invalid={quantities[index] === null || undefined}
                      intent={quantities[index] === null ? 'danger' : 'none'}
                      value={typedQuantities[index] ?? String(row.quantity)}
                      onChange={(event) =>
                        setTypedQuantities({ ...typedQuantities, [index]: event.target.value })
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </FormDialog>
  );
}
