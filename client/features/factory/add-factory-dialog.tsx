import { useQueryClient } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { send } from '#client/kit/wire/call.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { makeInitialValues, useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { ZoneInput } from './zone-input.tsx';

const { code, name, zone, language, currency } = entities.factory.fields;
const FACTORY_FIELDS = { code, name, zone, language, currency };
const FACTORY_FORM = { fields: FACTORY_FIELDS };

/** Creates another factory. The user becomes its first administrator. */
export function AddFactoryDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const form = useForm(FACTORY_FIELDS, makeInitialValues(FACTORY_FIELDS));
  const { busy, submit } = useSubmit(form, async (values) => {
    await send('/mes/system/basic/factory/add', values, {
      codesShownElsewhere: ['codeDuplicated', 'fieldsInvalid'],
    });
    await client.invalidateQueries({ queryKey: queryKeys.entity('permission', 'current') });
    showSuccess(t('factoryAdded'));
    onClose();
  });
  return (
    <FormDialog
      title={t('addFactory')}
      subject={t('addFactoryAbout')}
      form={form}
      busy={busy}
      submitText={t('addFactory')}
      onSubmit={submit}
      onClose={onClose}
      confirmsDiscard
    >
      <Field of={FACTORY_FORM} name="code" autoFocus />
      <Field of={FACTORY_FORM} name="name" />
      <Field of={FACTORY_FORM} name="zone" as={ZoneInput} />
      <Field of={FACTORY_FORM} name="language" />
      <Field of={FACTORY_FORM} name="currency" />
    </FormDialog>
  );
}
