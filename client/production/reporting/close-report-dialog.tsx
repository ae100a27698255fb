import { useState } from 'react';
import type { Field as DeclaredField } from '#shared/kernel/fields.ts';
import { buildCustomFields, parseCustomColumnId, type CustomColumn } from '#shared/rules/columns.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { FormField } from '#shared/rules/form-setting.ts';
import { MAX_REPORT_SECONDS } from '#shared/rules/report-limits.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { formatMoment, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { useForm, type RawFormValues } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';
import { ReportedProcess } from './reported-process.tsx';
import { ARRANGEABLE_CLOSE_FIELDS, CLOSE_FORM_FIELDS, MACHINE_AGAIN_FIELD } from './report-fields.ts';
import { showReportSaved } from './confirm-report.ts';
import { computeDefaultGoodQuantity, computeRestartablePieces } from './default-good.ts';
import { useComputedField } from '#client/kit/forms/use-computed-field.ts';
import { ReportEntriesInput } from './entries/report-entries-input.tsx';
import { useReportEntries } from './entries/use-report-entries.ts';
import { useFormCommand, type ReportAnswer } from './use-report.ts';

interface Props {
  process: ProcessProgress;
  openReport: OpenReport;
  kind: 'unfinished' | 'finish';
  /** The columns that the factory has added to reports; null while they are loading. */
  customColumns: readonly CustomColumn[] | null;
  /** Converts the values of the form to the payload of the call. */
  toPayload: (values: RawFormValues) => Record<string, unknown>;
  onClose: () => void;
}

const parseQuantity = (value: unknown): number => {
  const quantity = Number(value ?? 0);
  return Number.isFinite(quantity) && quantity > 0 ? quantity : 0;
};

/**
 * Closes a running report as finished or unfinished. By default all started pieces of a finished report
 * are good, except after a set-up, which usually makes no pieces.
 */
export function CloseReportDialog(props: Props) {
  const { arrangedFields, isLoading } = useArrangedFormFields('workReport', ARRANGEABLE_CLOSE_FIELDS);
  const { customColumns } = props;
  if (isLoading || customColumns === null) return null;
  return <LoadedCloseReportDialog {...props} arrangedFields={arrangedFields} customColumns={customColumns} />;
}

function LoadedCloseReportDialog({
  process,
  openReport,
  kind,
  toPayload,
  onClose,
  arrangedFields,
  customColumns,
}: Props & { arrangedFields: readonly FormField[] | null; customColumns: readonly CustomColumn[] }) {
  // Later changes of the custom columns are ignored, so that the fields stay the same while the
  // dialog is open.
  const [declaration] = useState(() => ({
    fields: {
      ...CLOSE_FORM_FIELDS,
      ...(openReport.isRework ? { rework: MACHINE_AGAIN_FIELD } : {}),
      ...buildCustomFields(customColumns),
    },
  }));
  const customFieldNames = Object.entries(declaration.fields)
    .filter(([name, field]) => parseCustomColumnId(name) !== null && !(field as DeclaredField).readOnly)
    .map(([name]) => name);
  const isShown = (name: string) => arrangedFields?.find((field) => field.name === name)?.shown ?? true;
  const isRequired = (name: string) =>
    arrangedFields?.find((field) => field.name === name)?.required ?? false;
  const t = useT();
  const zone = useTimeZone();
  const isFinishing = kind === 'finish';
  const proposesGood = isFinishing && openReport.phase !== 'preparation';
  const verb = !isFinishing ? 'stopUnfinished' : openReport.isRework ? 'finishRework' : 'finish';
  const getInitialValue = (name: string) =>
    arrangedFields?.find((field) => field.name === name)?.initial ?? null;
  const form = useForm(declaration.fields, {
    good: proposesGood ? openReport.started : 0,
    errorClassId: getInitialValue('errorClassId'),
    scrapReasonId: getInitialValue('scrapReasonId'),
    remark: getInitialValue('remark'),
  });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const scrap = parseQuantity(form.values['scrap']);
  const rework = parseQuantity(form.values['rework']);
  const goodQuantity = parseQuantity(form.values['good']);

  // For finished work, the form computes the good quantity from the started quantity, scrap and
  // rework, until the user types a good quantity.
  useComputedField(
    form,
    'good',
    proposesGood ? computeDefaultGoodQuantity(openReport.started, scrap, rework) : undefined,
  );

  const [wrongScan, setWrongScan] = useState<string | null>(null);
  const entries = useReportEntries(process, {
    pieces: addQuantities(goodQuantity, scrap, rework),
    isRework: openReport.isRework,
    onWrongScan: setWrongScan,
  });

  // A report that has been running longer than the maximum duration needs a remark with the reason.
  const isForgotten = getServerTime() - Date.parse(openReport.startedAt) > MAX_REPORT_SECONDS * 1000;

  const submit = async () => {
    const values = form.check();
    if (!values) return;
    if ((isForgotten || isRequired('remark')) && !values.remark)
      return form.refuse({ remark: t('error.field.required') });
    const errorClassId = scrap + rework > 0 ? values.errorClassId : null;
    if (scrap + rework > 0 && isRequired('errorClassId') && errorClassId === null)
      return form.refuse({ errorClassId: t('error.field.required') });
    const scrapReasonId = scrap > 0 ? values.scrapReasonId : null;
    if (scrap > 0 && isRequired('scrapReasonId') && scrapReasonId === null)
      return form.refuse({ scrapReasonId: t('error.field.required') });
    if (entries.missing) return setWrongScan(entries.missing);
    const answer = await sendCommand<ReportAnswer>(`/mes/report/${kind}`, {
      reportId: openReport.reportId,
      ...toPayload(values),
      errorClassId,
      scrapReasonId,
      ...entries.payload,
    });
    if (!answer) return;
    showReportSaved(verb, answer);
    onClose();
  };
  const restartablePieces = computeRestartablePieces(openReport.started, goodQuantity, scrap, rework);
  return (
    <FormDialog
      title={t(verb)}
      subject={<ReportedProcess process={process} />}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t(verb)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="field-hint">
        {t('startedBy', {
          people: joinWords(openReport.people.map((person) => person.name)),
          at: formatMoment(openReport.startedAt, zone),
          quantity: formatNumber(openReport.started),
        })}
      </p>
      <div className="field-row">
        <Field of={declaration} name="good" autoFocus />
        {isShown('scrap') && <Field of={declaration} name="scrap" />}
        {isShown('rework') && <Field of={declaration} name="rework" />}
      </div>
      {restartablePieces > 0 && (
        <p className="field-hint">
          {t(openReport.isRework ? 'reworkStaysWaiting' : 'goesBack', {
            quantity: formatNumber(restartablePieces),
          })}
        </p>
      )}
      {scrap + rework > 0 && isShown('errorClassId') && (
        <div className="field-across">
          <Field of={declaration} name="errorClassId" />
        </div>
      )}
      {scrap > 0 && isShown('scrapReasonId') && (
        <div className="field-across">
          <Field of={declaration} name="scrapReasonId" />
        </div>
      )}
      {wrongScan && (
        <p className="form-dialog-refusal field-across" role="alert">
          {wrongScan}
        </p>
      )}
      <div className="field-across">
        <ReportEntriesInput entries={entries} onWrongScan={setWrongScan} />
      </div>
      {customFieldNames.map((name) => (
        <Field key={name} of={declaration} name={name as 'remark'} />
      ))}
      {isRequired('remark') && <Field of={declaration} name="remark" />}
      <details
        className="more-fields"
        open={form.problems['at'] || form.problems['remark'] ? true : undefined}
      >
        <summary>{t('endedEarlier')}</summary>
        <div>
          <Field of={declaration} name="at" />
          {!isRequired('remark') && (isShown('remark') || isForgotten) && (
            <Field of={declaration} name="remark" />
          )}
          <p className="field-hint">{t('emptyIsNow')}</p>
        </div>
      </details>
    </FormDialog>
  );
}
