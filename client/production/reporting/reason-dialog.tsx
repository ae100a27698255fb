import type { ReactNode } from 'react';
import { Field } from '#client/kit/fields/field.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { REASON_FORM_FIELDS } from './report-fields.ts';
import { useFormCommand } from './use-report.ts';

interface Props {
  verb: TermKey;
  description: ReactNode;
  path: string;
  /** The fields that the call sends in addition to the reason. */
  fields: Record<string, unknown>;
  successTerm: TermKey;
  onClose: () => void;
}

const REASON_FORM = { fields: REASON_FORM_FIELDS };

/** Asks for a reason and sends the reason with a call, for example to reverse a report. */
export function ReasonDialog({ verb, description, path, fields, successTerm, onClose }: Props) {
  const t = useT();
  const form = useForm(REASON_FORM_FIELDS);
  const { sendCommand, busy, refusal, refusalRows } = useFormCommand(form);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    if (!(await sendCommand<unknown>(path, { ...fields, ...values }))) return;
    showSuccess(t(successTerm));
    onClose();
  };
  return (
    <FormDialog
      title={t(verb)}
      subject={description}
      form={form}
      busy={busy}
      refusal={refusal}
      refusalRows={refusalRows}
      danger
      submitText={t(verb)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-across">
        <Field of={REASON_FORM} name="reason" autoFocus />
      </div>
    </FormDialog>
  );
}
