import { LONGEST_SECONDS } from '#shared/rules/report.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { formatMoment, formatNumber } from '#client/kit/formats.ts';
import { serverNow } from '#client/kit/live.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/t.ts';
import { useZone } from '#client/kit/use-zone.ts';
import { ErrorClassInput } from './error-class-input.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import type { OpenReport, ProcessProgress } from '#shared/machines/process-progress.ts';
import { ReportAbout } from './report-about.tsx';
import { closeFields } from './report-fields.ts';
import { sayReport } from './say-report.ts';
import { goodLeft, returned } from './startable.ts';
import { useFollow } from './use-follow.ts';
import { useReport, type ReportAnswer } from './use-report.ts';

interface Props {
  process: ProcessProgress;
  open: OpenReport;
  kind: 'unfinished' | 'finish';
  onClose: () => void;
}

const of = { fields: closeFields };
const numberOf = (value: unknown): number => {
  const read = Number(value ?? 0);
  return Number.isFinite(read) && read > 0 ? read : 0;
};

/** Ends a report: good, scrap and rework side by side; all good unless something else is said. */
export function CloseDialog({ process, open, kind, onClose }: Props) {
  const t = useT();
  const zone = useZone();
  const finish = kind === 'finish';
  const form = useForm(closeFields, { good: finish ? open.started : 0 });
  const { report, busy, refusal } = useReport(form);
  const scrap = numberOf(form.values['scrap']);
  const rework = numberOf(form.values['rework']);
  const good = numberOf(form.values['good']);

  // What was bad is not good: the good ones follow until somebody types them.
  useFollow(form, 'good', finish ? goodLeft(open.started, scrap, rework) : undefined);

  const submit = async () => {
    const values = form.check();
    if (!values) return;
    // What was forgotten for a day is ended by somebody who says why.
    const forgotten = serverNow() - Date.parse(open.startedAt) > LONGEST_SECONDS * 1000;
    if (forgotten && !values.remark) return form.refuse({ remark: t('error.field.required') });
    const errorClassId = scrap + rework > 0 ? values.errorClassId : null;
    const answer = await report<ReportAnswer>(`/mes/report/${kind}`, {
      reportId: open.reportId,
      ...values,
      errorClassId,
    });
    if (!answer) return;
    sayReport(finish ? 'finish' : 'stopUnfinished', answer);
    onClose();
  };
  const back = returned(open.started, good, scrap, rework);
  return (
    <FormDialog
      title={t(finish ? 'finish' : 'stopUnfinished')}
      about={<ReportAbout process={process} />}
      form={form}
      busy={busy}
      refusal={refusal}
      submit={t(finish ? 'finish' : 'stopUnfinished')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="field-hint">
        {t('startedBy', {
          people: open.people.map((person) => person.name).join(', '),
          at: formatMoment(open.startedAt, zone),
          quantity: formatNumber(open.started),
        })}
      </p>
      <div className="field-row">
        <Field of={of} name="good" autoFocus />
        <Field of={of} name="scrap" />
        <Field of={of} name="rework" />
      </div>
      {back > 0 && <p className="field-hint">{t('goesBack', { quantity: formatNumber(back) })}</p>}
      {scrap + rework > 0 && (
        <div className="field-across">
          <Field of={of} name="errorClassId" as={ErrorClassInput} />
        </div>
      )}
      <details
        className="more-fields"
        open={form.problems['at'] || form.problems['remark'] ? true : undefined}
      >
        <summary>{t('endedEarlier')}</summary>
        <div>
          <Field of={of} name="at" />
          <Field of={of} name="remark" />
          <p className="field-hint">{t('emptyIsNow')}</p>
        </div>
      </details>
    </FormDialog>
  );
}
