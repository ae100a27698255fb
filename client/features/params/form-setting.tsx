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
function listFieldSettings(
  fields: FieldMap,
  storedSettings: readonly FormFieldSetting[],
): FormFieldSetting[] {
  const settingsByField = new Map(storedSettings.map((setting) => [setting.field, setting]));
  return buildFormFields(fields, storedSettings).map(({ name, shown, required }) => ({
    field: name,
    shown,
    required,
    initial: settingsByField.get(name)?.initial ?? null,
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
  const { customColumns, isLoading } = useCustomColumns(readableEntity);
  const fields = useMemo(
    () => ({
      ...getFormFields(form),
      ...Object.fromEntries(
        customColumns.map((custom) => [buildCustomColumnName(custom.id), buildCustomField(custom)]),
      ),
    }),
    [form, customColumns],
  );
  return { fields, isLoading };
}

interface FormEditorProps {
  form: FormName;
  storedArrangement: FormArrangement | undefined;
}

function FormEditor({ form, storedArrangement }: FormEditorProps) {
  const t = useT();
  const user = useUser();
  const { refetch } = useFormArrangements();
  const { fields, isLoading } = useFormFields(form);
  const [editedSettings, setEditedSettings] = useState<FormFieldSetting[] | null>(null);
  const { busy, runRequest } = useRequestSender();
  useLeaveGuard(editedSettings !== null);
  const mayChange = hasPermission(user, 'SYSTEM_PARAM_SETTING_FORM_MODIFY');
  const storedSettings = useMemo(
    () => listFieldSettings(fields, storedArrangement?.fields ?? []),
    [fields, storedArrangement],
  );
  const settings = editedSettings ?? storedSettings;

  const sendChange = async (request: () => Promise<unknown>) => {
    const isSaved = await runRequest(request);
    await refetch();
    if (!isSaved) return;
    setEditedSettings(null);
    showSuccess(t('saved'));
  };
  const saveSetting = () =>
    sendChange(() =>
      send(`${FORM_SETTING_API_PATH}/save`, {
        form,
        fields: settings,
        ...(storedArrangement ? { id: storedArrangement.id, version: storedArrangement.version } : {}),
      }),
    );
  const resetSetting = async () => {
    if (!storedArrangement) return;
    const isConfirmed = await confirm({
      title: t('formReset'),
      text: t('formResetAsk'),
      yes: t('formReset'),
    });
    if (isConfirmed)
      await sendChange(() => send(`${FORM_SETTING_API_PATH}/delete`, { ids: [storedArrangement.id] }));
  };
  if (isLoading) return null;
  return (
    <>
      <div className="form-setting">
        <div className="card form-setting-list">
          <FormFieldsTable
            fields={fields}
            settings={settings}
            disabled={!mayChange || busy}
            onChange={setEditedSettings}
          />
        </div>
        <FormPreview key={JSON.stringify(settings)} fields={fields} settings={settings} />
      </div>
      <footer className="save-bar">
        <span className="save-note" role="status">
          {t(editedSettings ? 'unsavedChanges' : storedArrangement ? 'formArrangedNow' : 'formDefaultNow')}
        </span>
        {mayChange && (
          <>
            <Button
              icon={<ResetIcon />}
              text={t('formReset')}
              disabled={!storedArrangement || busy}
              onClick={() => void resetSetting()}
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
              onClick={() => void saveSetting()}
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
      {data && (
        <FormEditor
          key={form}
          form={form}
          storedArrangement={data.rows.find((arrangement) => arrangement.form === form)}
        />
      )}
    </section>
  );
}
