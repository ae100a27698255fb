import type { FieldMap } from '#shared/kernel/fields.ts';
import { buildFormFields, getShownFields, type FormFieldSetting } from '#shared/rules/form-setting.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  fields: FieldMap;
  settings: readonly FormFieldSetting[];
}

/** Shows a preview of a form with its default values. The preview sends nothing. */
export function FormPreview({ fields, settings }: Props) {
  const t = useT();
  const shownFields = getShownFields(buildFormFields(fields, settings));
  const form = useForm(shownFields);
  return (
    <section className="card form-preview" aria-label={t('formPreview')}>
      <h2>{t('formPreview')}</h2>
      <FormArea form={form} label={t('formPreview')} onSubmit={() => undefined}>
        <div className="form-preview-fields">
          {Object.keys(shownFields).map((name) => (
            <Field key={name} of={{ fields: shownFields }} name={name} />
          ))}
        </div>
      </FormArea>
    </section>
  );
}
