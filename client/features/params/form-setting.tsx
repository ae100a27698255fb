import { Button } from '@blueprintjs/core';
import { FloppyDiskIcon, ResetIcon } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { formEntity, formFields } from '#shared/entities/forms.ts';
import { entities, entityOf } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { can, toRead } from '#shared/kernel/permissions.ts';
import { customField, customName } from '#shared/rules/columns.ts';
import type { FormName } from '#shared/rules/form-names.ts';
import { type StoredFormField, arrangeForm } from '#shared/rules/form-setting.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { useLeaveGuard } from '#client/crud/edit/use-leave-guard.ts';
import { send } from '#client/kit/wire/call.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { useStoredForms, type StoredForm } from '#client/kit/forms/use-arranged-form.ts';
import { useSending } from '#client/kit/forms/use-sending.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { FormFieldsTable } from './form-fields-table.tsx';
import { FormPreview } from './form-preview.tsx';
import '#client/crud/edit/edit-page.css';
import './form-setting.css';

/** Returns all fields of a form with their settings. The order is that on the screen. */
function formLines(fields: FieldMap, stored: readonly StoredFormField[]): StoredFormField[] {
  const settingOf = new Map(stored.map((one) => [one.field, one]));
  return arrangeForm(fields, stored).map(({ name, shown, required }) => ({
    field: name,
    shown,
    required,
    initial: settingOf.get(name)?.initial ?? null,
  }));
}

const PATH = entities.formSetting.path;
const NO_ENTITY = { name: '' } as EntityDeclaration;

/** Returns the fields of a form, including the custom columns of its entity. */
function useFormFields(form: FormName) {
  const user = useUser();
  const name = formEntity(form);
  const entity = name && entityOf(name);
  // A user who may not read the rows does not see the custom columns.
  const readableEntity = entity && can(user, toRead(entity.permission)) ? entity : NO_ENTITY;
  const { customs, waits } = useCustomColumns(readableEntity);
  const fields = useMemo(
    () => ({
      ...formFields(form),
      ...Object.fromEntries(customs.map((custom) => [customName(custom.id), customField(custom)])),
    }),
    [form, customs],
  );
  return { fields, waits };
}

interface EditorProps {
  form: FormName;
  stored: StoredForm | undefined;
}

function Editor({ form, stored }: EditorProps) {
  const t = useT();
  const user = useUser();
  const { refetch } = useStoredForms();
  const { fields, waits } = useFormFields(form);
  const [typed, setTyped] = useState<StoredFormField[] | null>(null);
  const { busy, sending } = useSending();
  useLeaveGuard(typed !== null);
  const mayChange = can(user, 'SYSTEM_PARAM_SETTING_FORM_MODIFY');
  const standing = useMemo(() => formLines(fields, stored?.fields ?? []), [fields, stored]);
  const lines = typed ?? standing;

  const doing = async (what: () => Promise<unknown>) => {
    const done = await sending(what);
    await refetch();
    if (!done) return;
    setTyped(null);
    showSuccess(t('saved'));
  };
  const save = () =>
    doing(() =>
      send(`${PATH}/save`, {
        form,
        fields: lines,
        ...(stored ? { id: stored.id, version: stored.version } : {}),
      }),
    );
  const reset = async () => {
    if (!stored) return;
    const sure = await confirm({ title: t('formReset'), text: t('formResetAsk'), yes: t('formReset') });
    if (sure) await doing(() => send(`${PATH}/delete`, { ids: [stored.id] }));
  };
  if (waits) return null;
  return (
    <>
      <div className="form-setting">
        <div className="card form-setting-list">
          <FormFieldsTable fields={fields} lines={lines} disabled={!mayChange || busy} onChange={setTyped} />
        </div>
        <FormPreview key={JSON.stringify(lines)} fields={fields} lines={lines} />
      </div>
      <footer className="save-bar">
        <span className="save-note" role="status">
          {t(typed ? 'unsavedChanges' : stored ? 'formArrangedNow' : 'formDefaultNow')}
        </span>
        {mayChange && (
          <>
            <Button
              icon={<ResetIcon />}
              text={t('formReset')}
              disabled={!stored || busy}
              onClick={() => void reset()}
            />
            <Button text={t('discard')} disabled={!typed || busy} onClick={() => setTyped(null)} />
            <Button
              intent="primary"
              icon={<FloppyDiskIcon />}
              text={t('save')}
              disabled={!typed}
              loading={busy}
              onClick={() => void save()}
            />
          </>
        )}
      </footer>
    </>
  );
}

/** Edits the settings of one form. The fields are on the left, and a preview is on the right. */
export function FormSetting({ form }: { form: FormName }) {
  const t = useT();
  const { data } = useStoredForms();
  return (
    <section className="form-setting-page">
      <p className="page-about">{t('formsAbout')}</p>
      {form === 'qualityException' && <p className="page-about notice">{t('formUnread')}</p>}
      {data && <Editor key={form} form={form} stored={data.rows.find((one) => one.form === form)} />}
    </section>
  );
}
