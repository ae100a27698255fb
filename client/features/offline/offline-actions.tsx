import { Button, Tag, InputGroup } from '@blueprintjs/core';
import { KeyIcon, OfflineIcon, UploadIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { isFuzzyPath } from '#shared/entities/offline-file-setting.ts';
import { file, password } from '#shared/kernel/fields.ts';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import type { ConnectionFinding } from '#shared/answers/connection-findings.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';

/** A password input that browsers do not fill in. */
function PasswordInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <InputGroup
      {...makeInputAttributes(props)}
      type="password"
      autoComplete="new-password"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const OFFLINE_FILE_API_PATH = '/mes/system/offlineFile';
const PASSWORD_FIELDS = { password: password({ max: 200, label: 'password' }) };
const PASSWORD_FORM = { fields: PASSWORD_FIELDS };

/**
 * Sets the password of a file location, or removes it if the input is empty. The dialog never shows the
 * stored password.
 */
function FileLocationPasswordDialog({
  row,
  onClose,
}: Pick<RowActionsProps, 'row'> & { onClose: () => void }) {
  const t = useT();
  const form = useForm(PASSWORD_FIELDS);
  const { busy, submit } = useSubmit(form, async (values) => {
    await send(`${OFFLINE_FILE_API_PATH}/password`, { id: row.id, version: row.version, ...values });
    showSuccess(t('passwordSet'));
    onClose();
  });
  return (
    <FormDialog
      title={t('setPassword')}
      subject={t('setPasswordAbout')}
      form={form}
      busy={busy}
      submitText={t('setPassword')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field of={PASSWORD_FORM} name="password" as={PasswordInput} autoFocus />
    </FormDialog>
  );
}

const UPLOAD_FIELDS = { file: file({ required: true, label: 'documentFile' }) };

/** Uploads a file into the folder of a file location. */
function UploadDialog({ row, onClose }: Pick<RowActionsProps, 'row'> & { onClose: () => void }) {
  const t = useT();
  const form = useForm(UPLOAD_FIELDS);
  const { busy, submit } = useSubmit(form, async (values) => {
    const { name } = await send<{ name: string }>(`${OFFLINE_FILE_API_PATH}/upload`, {
      id: row.id,
      ...values,
    });
    showSuccess(t('uploadedTo', { name }));
    onClose();
  });
  return (
    <FormDialog
      title={t('uploadFile')}
      subject={String(row['path'])}
      form={form}
      busy={busy}
      submitText={t('uploadFile')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field of={{ fields: UPLOAD_FIELDS }} name="file" />
    </FormDialog>
  );
}

/**
 * Buttons that test the connection to a file location, upload a file into a local folder, and set the
 * password of any other location.
 */
export function FileLocationActions({ page, row, dirty }: RowActionsProps) {
  const t = useT();
  const user = useUser();
  const [isUploading, setIsUploading] = useState(false);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { busy: isTesting, runRequest } = useRequestSender();
  const [testResult, setTestResult] = useState<{ finding: ConnectionFinding } | null>(null);
  if (!hasPermission(user, getActionPermission(page.entity.permission, 'MODIFY'))) return null;
  const testConnection = () =>
    runRequest(async () => {
      setTestResult(null);
      setTestResult(await call(`${OFFLINE_FILE_API_PATH}/try`, { id: row.id }));
    });
  const isFuzzy = isFuzzyPath(String(row['path']));
  const isReachable = testResult?.finding === 'serverAnswers' || testResult?.finding === 'folderReady';
  return (
    <>
      {testResult && (
        <Tag size="large" minimal intent={isReachable ? 'success' : 'danger'} role="status">
          {`${isReachable ? '✓' : '■'} ${t(testResult.finding)}`}
        </Tag>
      )}
      <Button
        icon={<OfflineIcon />}
        text={t('tryConnection')}
        loading={isTesting}
        disabled={dirty}
        onClick={() => void testConnection()}
      />
      {row['storageType'] === 'localFolder' && (
        <Button
          icon={<UploadIcon />}
          text={t('uploadFile')}
          disabled={dirty || isFuzzy}
          title={isFuzzy ? t('error.fuzzyPath', { path: String(row['path']) }) : undefined}
          onClick={() => setIsUploading(true)}
        />
      )}
      {isUploading && <UploadDialog row={row} onClose={() => setIsUploading(false)} />}
      {row['storageType'] !== 'localFolder' && (
        <Button
          icon={<KeyIcon />}
          text={t('setPassword')}
          disabled={dirty}
          onClick={() => setDialogOpen(true)}
        />
      )}
      {isDialogOpen && <FileLocationPasswordDialog row={row} onClose={() => setDialogOpen(false)} />}
    </>
  );
}
