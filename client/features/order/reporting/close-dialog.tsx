import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { Field as DeclaredField } from '#shared/kernel/fields.ts';
import { buildCustomFields, parseCustomColumnId, type CustomColumn } from '#shared/rules/columns.ts';
import type { FormField } from '#shared/rules/form-setting.ts';
import { MAX_REPORT_SECONDS } from '#shared/rules/report-limits.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { toSavePayload } from '#client/crud/edit/form-values.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { formatMoment, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';
import { ReportedProcess } from './reported-process.tsx';
import { ARRANGEABLE_CLOSE_FIELDS, CLOSE_FORM_FIELDS } from './report-fields.ts';
import { showReportSaved } from './confirm-report.ts';
import { computeDefaultGoodQuantity, computeRestartablePieces } from './default-good.ts';
import { useComputedField } from '#client/kit/forms/use-computed-field.ts';
import { useFormCommand, type ReportAnswer } from './use-report.ts';

interface Props {
  process: ProcessProgress;
  open: OpenReport;
  kind: 'unfinished' | 'finish';
  onClose: () => void;
}

const parseQuantity = (value: unknown): number => {
  const quantity = Number(value ?? 0);
  return Number.isFinite(quantity) && quantity > 0 ? quantity : 0;
};

/**
 * Closes a running report as finished or unfinished. By default all started pieces of a finished report
 * are good.
 */
export function CloseReportDialog(props: Props) {
  const { arranged, waits } = useArrangedFormFields('workReport', ARRANGEABLE_CLOSE_FIELDS);
  const columns = useCustomColumns(entities.workReport);
  if (waits || columns.waits) return null;
  return <LoadedCloseReportDialog {...props} arranged={arranged} customs={columns.customs} />;
}

function LoadedCloseReportDialog({
  process,
  open,
  kind,
  onClose,
  arranged,
  customs,
}: Props & { arranged: readonly FormField[] | null; customs: readonly CustomColumn[] }) {
  // Later changes of the custom columns are ignored, so that the fields stay the same while the
  // dialog is open.
  const [of] = useState(() => ({ fields: { ...CLOSE_FORM_FIELDS, ...buildCustomFields(customs) } }));
  const customNames = Object.entries(of.fields)
    .filter(([name, field]) => parseCustomColumnId(name) !== null && !(field as DeclaredField).readOnly)
    .map(([name]) => name);
  const asks = (name: string) => arranged?.find((one) => one.name === name)?.shown ?? true;
  const demands = (name: string) => arranged?.find((one) => one.name === name)?.required ?? false;
  const t = useT();
  const zone = useTimeZone();
  const finish = kind === 'finish';
  const begins = (name: string) => arranged?.find((one) => one.name === name)?.initial ?? null;
  const form = useForm(of.fields, {
    good: finish ? open.started : 0,
    errorClassId: begins('errorClassId'),
    scrapReasonId: begins('scrapReasonId'),
    remark: begins('remark'),
  });
  const { report, busy, refusal } = useFormCommand(form);
  const scrap = parseQuantity(form.values['scrap']);
  const rework = parseQuantity(form.values['rework']);
  const good = parseQuantity(form.values['good']);

  // For a finished report, the form computes the good quantity from the started quantity, scrap and
  // rework, until the user types a good quantity.
  useComputedField(
    form,
    'good',
    finish ? computeDefaultGoodQuantity(open.started, scrap, rework) : undefined,
  );

  // A report that has been running longer than the maximum duration needs a remark with the reason.
  const forgotten = getServerTime() - Date.parse(open.startedAt) > MAX_REPORT_SECONDS * 1000;

  const submit = async () => {
    const values = form.check();
    if (!values) return;
    if ((forgotten || demands('remark')) && !values.remark)
      return form.refuse({ remark: t('error.field.required') });
    const errorClassId = scrap + rework > 0 ? values.errorClassId : null;
    if (scrap + rework > 0 && demands('errorClassId') && errorClassId === null)
      return form.refuse({ errorClassId: t('error.field.required') });
    const scrapReasonId = scrap > 0 ? values.scrapReasonId : null;
    if (scrap > 0 && demands('scrapReasonId') && scrapReasonId === null)
      return form.refuse({ scrapReasonId: t('error.field.required') });
    const answer = await report<ReportAnswer>(`/mes/report/${kind}`, {
      reportId: open.reportId,
      ...toSavePayload(values),
      errorClassId,
      scrapReasonId,
    });
    if (!answer) return;
    showReportSaved(finish ? 'finish' : 'stopUnfinished', answer);
    onClose();
  };
  const restartablePieces = computeRestartablePieces(open.started, good, scrap, rework);
  return (
    <FormDialog
      title={t(finish ? 'finish' : 'stopUnfinished')}
      about={<ReportedProcess process={process} />}
      form={form}
      busy={busy}
      refusal={refusal}
      submit={t(finish ? 'finish' : 'stopUnfinished')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="field-hint">
        {t('startedBy', {
          people: joinWords(open.people.map((person) => person.name)),
          at: formatMoment(open.startedAt, zone),
          quantity: formatNumber(open.started),
        })}
      </p>
      <div className="field-row">
        <Field of={of} name="good" autoFocus />
        {asks('scrap') && <Field of={of} name="scrap" />}
        {asks('rework') && <Field of={of} name="rework" />}
      </div>
      {restartablePieces > 0 && (
        <p className="field-hint">{t('goesBack', { quantity: formatNumber(restartablePieces) })}</p>
      )}
      {scrap + rework > 0 && asks('errorClassId') && (
        <div className="field-across">
          <Field of={of} name="errorClassId" />
        </div>
      )}
      {scrap > 0 && asks('scrapReasonId') && (
        <div className="field-across">
          <Field of={of} name="scrapReasonId" />
        </div>
      )}
      {customNames.map((name) => (
        <Field key={name} of={of} name={name as 'remark'} />
      ))}
      {demands('remark') && <Field of={of} name="remark" />}
      <details
        className="more-fields"
        open={form.problems['at'] || form.problems['remark'] ? true : undefined}
      >
        <summary>{t('endedEarlier')}</summary>
        <div>
          <Field of={of} name="at" />
          {!demands('remark') && (asks('remark') || forgotten) && <Field of={of} name="remark" />}
          <p className="field-hint">{t('emptyIsNow')}</p>
        </div>
      </details>
    </FormDialog>
  );
}
