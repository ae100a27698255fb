import type { TaskReport } from '#shared/answers/terminal.ts';
import { flag, moment, text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  report: TaskReport;
  onClose: () => void;
}

const FINISH_FORM = {
  fields: {
    at: moment({ label: 'endedAt' }),
    remark: text({ max: 500 }),
    goesOn: flag({ label: 'extraProcessGoesOn' }),
  },
} as const;

/** Ends work on a task, now or at another time. An extra process can stay unfinished. */
export function FinishTaskDialog({ report, onClose }: Props) {
  const t = useT();
  const form = useForm(FINISH_FORM.fields);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const title = t('finishTask', { name: report.taskName });
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { reportId } = report;
    const { goesOn, ...end } = values;
    const verb = goesOn ? 'unfinished' : 'finish';
    if (!(await sendCommand<unknown>(`/mes/report/task/${verb}`, { reportId, ...end }))) return;
    showSuccess(t('taskFinished'));
    onClose();
  };
  return (
    <FormDialog
      title={title}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={title}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-across">
        <Field of={FINISH_FORM} name="at" />
      </div>
      <p className="field-hint">{t('emptyIsNow')}</p>
      <div className="field-across">
        <Field of={FINISH_FORM} name="remark" />
      </div>
      {report.reason !== null && <Field of={FINISH_FORM} name="goesOn" />}
    </FormDialog>
  );
}
