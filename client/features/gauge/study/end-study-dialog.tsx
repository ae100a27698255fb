import { useQueryClient } from '@tanstack/react-query';
import { text, type FieldMap } from '#shared/kernel/fields.ts';
import type { StudyDetail } from '#shared/msa/study.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  study: StudyDetail;
  verb: 'conclude' | 'cancel';
  onClose: () => void;
}

const CANCEL_FIELDS: FieldMap = { reason: text({ required: true, max: 500 }) };
const CONCLUDE_FIELDS: FieldMap = {};

/** Concludes a study, or cancels it with a reason. */
export function EndStudyDialog({ study: { id, version, code }, verb, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const isCancel = verb === 'cancel';
  const fields = isCancel ? CANCEL_FIELDS : CONCLUDE_FIELDS;
  const form = useForm(fields);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const title = t(isCancel ? 'cancelStudy' : 'concludeStudy');
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand(`/mes/quality/gaugeStudy/${verb}`, { id, version, ...values });
    await client.invalidateQueries({ queryKey: queryKeys.entity('gaugeStudy') });
    if (answer) onClose();
  };
  return (
    <FormDialog
      title={`${title} · ${code}`}
      subject={t(isCancel ? 'studyCancelHint' : 'grrLimits')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={title}
      danger={isCancel}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isCancel && <Field of={{ fields }} name="reason" autoFocus />}
    </FormDialog>
  );
}
