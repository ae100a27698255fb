import { text } from '#shared/kernel/fields.ts';
import { send } from '#client/kit/wire/call.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';

interface Props {
  employeeId: number;
  onClose: () => void;
}

const PIN_FIELDS = { pin: text({ required: true, max: 8 }) };
const PIN_FORM = { fields: PIN_FIELDS };

/** Sets the PIN that a person enters at a terminal. */
export function PinDialog({ employeeId, onClose }: Props) {
  const t = useT();
  const form = useForm(PIN_FIELDS, { pin: '' });
  const { busy, submit } = useSubmit(
    form,
    async ({ pin }) => {
      await send('/mes/system/basic/employee/pin', { employeeId, pin }, { codesShownElsewhere: ['pinRule'] });
      showSuccess(t('pinSet'));
      onClose();
    },
    (error) => ({ pin: error.message }),
  );
  return (
    <FormDialog
      title={t('setPin')}
      subject={t('pinAbout')}
      form={form}
      busy={busy}
      submitText={t('setPin')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field of={PIN_FORM} name="pin" autoFocus />
    </FormDialog>
  );
}
