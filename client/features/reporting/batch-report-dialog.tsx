import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getReportWayRules } from '#shared/entities/report-ways.ts';
import { quantity } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { BatchResultDialog } from '#client/crud/batch/batch-result-dialog.tsx';
import { useBatchSender } from '#client/crud/batch/use-batch-sender.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { PeopleInput } from '#client/production/reporting/people-input.tsx';
import { START_FORM_FIELDS } from '#client/production/reporting/report-fields.ts';
import { reloadDataChangedByReport } from '#client/production/reporting/use-report.ts';
import { getProposedQuantity, STEP_TERMS, type DeskLine, type DeskStep } from './desk-lines.ts';
import type { UndoableBatch } from './undo-batch-bar.tsx';

interface Props {
  step: DeskStep;
  lines: readonly DeskLine[];
  nameOf: (line: DeskLine) => string;
  /** Called with the ids of the refused lines, and with the batch that can be undone. */
  onReported: (refusedIds: ReadonlySet<number>, undoableBatch: UndoableBatch | null) => void;
  onClose: () => void;
}

const { deviceId, people } = START_FORM_FIELDS;
/** The fields that all lines of a batch share. Only a start of work or rework has them. */
const SHARED_FIELDS = { deviceId, people } as const;
const SHARED_FORM = { fields: SHARED_FIELDS };

/** The quantity field of each step. Only the quantity of unfinished work may be 0. */
const QUANTITY_FIELDS = {
  receive: { quantity: quantity({ required: true, min: 0.0001 }) },
  start: { quantity: quantity({ required: true, min: 0.0001 }) },
  rework: { quantity: quantity({ required: true, min: 0.0001 }) },
  finish: { quantity: quantity({ required: true, min: 0.01 }) },
  unfinished: { quantity: quantity({ required: true }) },
} as const;

/** Parses a typed quantity; null if it is not allowed for the step. */
const parseQuantity = (step: DeskStep, typedText: string): number | null =>
  validateRecord(QUANTITY_FIELDS[step], { quantity: typedText }).values?.quantity ?? null;

/** Reports many lines in one call, and shows the outcome of each line if a line was refused. */
export function BatchReportDialog({ step, lines, nameOf, onReported, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const form = useForm(SHARED_FIELDS, {
    people:
      user.employeeId === null
        ? []
        : [{ employeeId: user.employeeId, ratio: null, labels: { employeeId: user.name } }],
  });
  const { busy, problem, result, closeResult, sendLines } = useBatchSender();
  const batchId = useRef(makeRequestId());
  const [typedQuantities, setTypedQuantities] = useState<Readonly<Record<number, string>>>({});
  const verb = t(STEP_TERMS[step]);
  const getTypedQuantity = (line: DeskLine) => typedQuantities[line.id] ?? String(getProposedQuantity(line));
  const quantities = lines.map((line) => parseQuantity(step, getTypedQuantity(line)));
  const total = addQuantities(...quantities.map((value) => value ?? 0));
  const isComplete = lines.length > 0 && quantities.every((value) => value !== null);
  const isStart = step === 'start' || step === 'rework';
  const needsDevice =
    isStart && lines.some(({ process }) => getReportWayRules(process.reportWay).needsDevice);

  const submit = async () => {
    const sharedValues = isStart ? form.check() : null;
    if (!isComplete || (isStart && !sharedValues)) return;
    if (needsDevice && sharedValues?.deviceId === null)
      return form.refuse({ deviceId: t('error.field.required') });
    const makeValues = ({ id, process: { processId } }: DeskLine, index: number) => {
      if (step === 'receive') return { processId, quantity: quantities[index] };
      if (!isStart) return { reportId: id, good: quantities[index] };
      const startValues = {
        source: 'screen',
        batchId: batchId.current,
        isRework: step === 'rework',
        ...sharedValues,
      };
      return { processId, quantity: quantities[index], ...startValues };
    };
    const rows = lines.map((line, index) => ({
      rowId: line.id,
      id: line.id,
      name: nameOf(line),
      values: makeValues(line, index),
    }));
    const outcome = await sendLines<{ reportId: number }>(
      `/mes/report/${isStart ? 'start' : step}`,
      verb,
      rows,
    );
    void reloadDataChangedByReport(client);
    if (!outcome) return;
    const reportIds = outcome.answers.map(({ reportId }) => reportId);
    const undoableBatch =
      reportIds.length === 0
        ? null
        : {
            reportIds,
            text: t('batchDone', { verb, count: reportIds.length }),
            reopensReports: step === 'finish' || step === 'unfinished',
          };
    onReported(outcome.refusedIds, undoableBatch);
    if (outcome.refusedIds.size === 0) onClose();
  };
  if (result)
    return (
      <BatchResultDialog
        result={result}
        onClose={() => {
          closeResult();
          onClose();
        }}
      />
    );
  return (
    <FormDialog
      wide
      title={`${t('reportSeveral')} · ${verb}`}
      subject={t('reportSeveralAbout')}
      form={form}
      busy={busy}
      refusal={problem}
      submitText={t('verbWithQuantity', { verb, quantity: formatNumber(total) })}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <table className="plain-table field-across batch-quantities">
        <TableHead heads={[t('process'), { words: t('quantity'), className: 'figure' }]} />
        <tbody>
          {lines.map((line, index) => (
            <tr key={line.id}>
              <th scope="row">{nameOf(line)}</th>
              <td className="figure">
                <input
                  className="bp6-input"
                  inputMode="decimal"
                  aria-label={t('actOf', { what: t('quantity'), name: nameOf(line) })}
                  aria-invalid={quantities[index] === null}
                  value={getTypedQuantity(line)}
                  // The first field of a dialog gets the focus.
                  autoFocus={index === 0}
                  onChange={(event) =>
                    setTypedQuantities((typedTexts) => ({ ...typedTexts, [line.id]: event.target.value }))
                  }
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isStart && (
        <>
          <Field of={SHARED_FORM} name="deviceId" />
          <Field of={SHARED_FORM} name="people" as={PeopleInput} />
        </>
      )}
    </FormDialog>
  );
}
