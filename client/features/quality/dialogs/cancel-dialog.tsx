import type { QualityDetail } from '#shared/quality/answers.ts';
import { text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useQualityCommand } from '#client/production/quality/use-quality.ts';

interface Props {
  exception: QualityDetail;
  onClose: () => void;
}

const FIELDS = { cancelReason: text({ required: true, max: 500, label: 'reason' }) } as const;

/** Asks for the reason, and cancels an exception. */
export function CancelDialog({ exception, onClose }: Props) {
  const t = useT();
  const form = useForm(FIELDS);
  const { submit, busy, refusal } = useQualityCommand(form, onClose);
  const { id, version, code, quantity, source } = exception;
  const cancelException = async () => {
    const values = form.check();
    if (values)
      await submit('/mes/quality/cancel', { id, version, ...values }, t('exceptionCancelled', { code }));
  };
  return (
    <FormDialog
      title={`${t('cancelException')} · ${code}`}
      subject={t('cancelHint', { quantity, source: t(source) })}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('cancelException')}
      danger
      onSubmit={() => void cancelException()}
      onClose={onClose}
    >
      <Field of={{ fields: FIELDS }} name="cancelReason" autoFocus />
    </FormDialog>
  );
}
