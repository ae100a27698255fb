import { useQueryClient } from '@tanstack/react-query';
import { text } from '#shared/kernel/fields.ts';
import type { InspectionDetail } from '#shared/quality/inspection.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  detail: InspectionDetail;
  verb: 'release' | 'cancel';
  onClose: () => void;
}

const FIELDS = { reason: text({ required: true, max: 500 }) } as const;
const TERMS_BY_VERB = {
  release: { title: 'releaseInspection', hint: 'inspectionReleasedHint' },
  cancel: { title: 'cancelInspection', hint: 'inspectionCancelledHint' },
} as const;

/** Asks for the reason, and releases a failed inspection or cancels an open one. */
export function ReasonedEventDialog({ detail, verb, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const form = useForm(FIELDS);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const { id, version, code } = detail;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand<{ state: InspectionDetail['state'] }>(`/mes/quality/testing/${verb}`, {
      id,
      version,
      ...values,
    });
    await client.invalidateQueries({ queryKey: queryKeys.entity('inspection') });
    if (!answer) return;
    showSuccess(t('inspectionConcluded', { code, state: t(answer.state) }));
    onClose();
  };
  return (
    <FormDialog
      title={`${t(TERMS_BY_VERB[verb].title)} · ${code}`}
      subject={t(TERMS_BY_VERB[verb].hint)}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t(TERMS_BY_VERB[verb].title)}
      danger={verb === 'cancel'}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={{ fields: FIELDS }} name="reason" autoFocus />
    </FormDialog>
  );
}
