import { Field } from '#client/kit/fields/field.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { ReportedProcess } from './reported-process.tsx';
import { RECEIVE_FORM_FIELDS } from './report-fields.ts';
import { showReportSaved } from './confirm-report.ts';
import { useFormCommand, type ReportAnswer } from './use-report.ts';

interface Props {
  process: ProcessProgress;
  onClose: () => void;
}

const RECEIVE_FORM = { fields: RECEIVE_FORM_FIELDS };

/** Receives pieces for a process. The default quantity is all pieces that can be received now. */
export function ReceiveDialog({ process, onClose }: Props) {
  const t = useT();
  const form = useForm(RECEIVE_FORM_FIELDS, { quantity: process.receivable || null });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand<ReportAnswer>('/mes/report/receive', {
      processId: process.processId,
      ...values,
    });
    if (!answer) return;
    showReportSaved('receive', answer);
    onClose();
  };
  return (
    <FormDialog
      title={t('receive')}
      subject={<ReportedProcess process={process} />}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('receive')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-row">
        <Field of={RECEIVE_FORM} name="quantity" autoFocus />
      </div>
      <p className="field-hint">{t('receivableNow', { quantity: formatNumber(process.receivable) })}</p>
    </FormDialog>
  );
}
