import { Button } from '@blueprintjs/core';
import { FloppyDiskIcon, ResetIcon } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { findFormEntity, getFormFields } from '#shared/entities/forms.ts';
import { entities, getEntity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import { buildCustomField, buildCustomColumnName } from '#shared/rules/columns.ts';
import type { FormName } from '#shared/rules/form-names.ts';
import { type FormFieldSetting, buildFormFields } from '#shared/rules/form-setting.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { useLeaveGuard } from '#client/kit/forms/use-leave-guard.ts';
import { send } from '#client/kit/wire/call.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { useFormArrangements, type FormArrangement } from '#client/kit/forms/use-arranged-form.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { FormFieldsTable } from './form-fields-table.tsx';
import { FormPreview } from './form-preview.tsx';
import '#client/crud/edit/edit-page.css';
import './form-setting.css';

/** Returns all fields of a form with their settings, in the order of the form. */
function listFieldSettings(fields: FieldMap, stored: readonly FormFieldSetting[]): FormFieldSetting[] {
  const settingOf = new Map(stored.map((one) => [one.field, one]));
  return buildFormFields(fields, stored).map(({ name, shown, required }) => ({
    field: name,
    shown,
    required,
    initial: settingOf.get(name)?.initial ?? null,
  }));
}

const FORM_SETTING_API_PATH = entities.formSetting.path;
const NO_ENTITY = { name: '' } as EntityDeclaration;

/**
 * Returns the fields of a form with the custom columns of its entity, and whether these columns are still
 * loading.
 */
function useFormFields(form: FormName) {
  const user = useUser();
  const name = findFormEntity(form);
  const entity = name && getEntity(name);
  // A user who may not read the rows of the entity does not see its custom columns.
  const readableEntity =
    entity && hasPermission(user, getReadPermission(entity.permission)) ? entity : NO_ENTITY;
  const { customs, waits } = useCustomColumns(readableEntity);
  const fields = useMemo(
    () => ({
      ...getFormFields(form),
      ...Object.fromEntries(
        customs.map((custom) => [buildCustomColumnName(custom.id), buildCustomField(custom)]),
      ),
    }),
    [form, customs],
  );
  return { fields, waits };
}

interface FormEditorProps {
  form: FormName;
  stored: FormArrangement | undefined;
}

function FormEditor({ form, stored }: FormEditorProps) {
  const t = useT();
  const user = useUser();
  const { refetch } = useFormArrangements();
  const { fields, waits } = useFormFields(form);
  const [editedSettings, setEditedSettings] = useState<FormFieldSetting[] | null>(null);
  const { busy, sending } = useRequestSender();
  useLeaveGuard(editedSettings !== null);
  const mayChange = hasPermission(user, 'SYSTEM_PARAM_SETTING_FORM_MODIFY');
  const storedSettings = useMemo(() => listFieldSettings(fields, stored?.fields ?? []), [fields, stored]);
  const lines = editedSettings ?? storedSettings;

  const doing = async (what: () => Promise<unknown>) => {
    const done = await sending(what);
    await refetch();
    if (!done) return;
    setEditedSettings(null);
    showSuccess(t('saved'));
  };
  const save = () =>
    doing(() =>
      send(`${FORM_SETTING_API_PATH}/save`, {
        form,
        fields: lines,
        ...(stored ? { id: stored.id, version: stored.version } : {}),
      }),
    );
  const reset = async () => {
    if (!stored) return;
    const sure = await confirm({ title: t('formReset'), text: t('formResetAsk'), yes: t('formReset') });
    if (sure) await doing(() => send(`${FORM_SETTING_API_PATH}/delete`, { ids: [stored.id] }));
  };
  if (waits) return null;
  return (
    <>
      <div className="form-setting">
        <div className="card form-setting-list">
          <FormFieldsTable
            fields={fields}
            lines={lines}
            disabled={!mayChange || busy}
            onChange={setEditedSettings}
          />
        </div>
        <FormPreview key={JSON.stringify(lines)} fields={fields} lines={lines} />
      </div>
      <footer className="save-bar">
        <span className="save-note" role="status">
          {t(editedSettings ? 'unsavedChanges' : stored ? 'formArrangedNow' : 'formDefaultNow')}
        </span>
        {mayChange && (
          <>
            <Button
              icon={<ResetIcon />}
              text={t('formReset')}
              disabled={!stored || busy}
              onClick={() => void reset()}
            />
            <Button
              text={t('discard')}
              disabled={!editedSettings || busy}
              onClick={() => setEditedSettings(null)}
            />
            <Button
              intent="primary"
              icon={<FloppyDiskIcon />}
              text={t('save')}
              disabled={!editedSettings}
              loading={busy}
              onClick={() => void save()}
            />
          </>
        )}
      </footer>
    </>
  );
}

/** Edits the settings of one form, and shows a preview of the form. */
export function FormSetting({ form }: { form: FormName }) {
  const t = useT();
  const { data } = useFormArrangements();
  return (
    <section className="form-setting-page">
      <p className="page-about">{t('formsAbout')}</p>
      {form === 'qualityException' && <p className="page-about notice">{t('formUnread')}</p>}
      {data && <FormEditor key={form} form={form} stored={data.rows.find((one) => one.form === form)} />}
    </section>
  );
}
