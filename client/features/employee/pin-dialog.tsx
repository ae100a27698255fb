import { text } from '#shared/kernel/fields.ts';
import { send } from '#client/kit/api.ts';
import { CallError } from '#client/kit/call-error.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/t.ts';
import { showSuccess } from '#client/kit/toasts.ts';
import { useState } from 'react';

interface Props {
  employeeId: number;
  onClose: () => void;
}

const fields = { pin: text({ required: true, max: 8 }) };
const of = { fields };

/** Gives somebody the PIN with which terminals recognise them. */
export function PinDialog({ employeeId, onClose }: Props) {
  const t = useT();
  const form = useForm(fields, { pin: '' });
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const values = form.check();
    if (!values || busy) return;
    setBusy(true);
    try {
      await send(
        '/mes/system/basic/employee/pin',
        { employeeId, pin: values.pin },
        { shownElsewhere: ['pinRule'] },
      );
      showSuccess(t('pinSet'));
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      form.refuse({ pin: error.message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('setPin')}
      about={t('pinAbout')}
      form={form}
      busy={busy}
      submit={t('setPin')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={of} name="pin" autoFocus />
    </FormDialog>
  );
}
