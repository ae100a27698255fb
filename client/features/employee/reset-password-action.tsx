import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { DuplicateIcon, KeyIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import type { RowActions } from '#client/crud/entity-page.ts';
import { send } from '#client/kit/wire/call.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import './reset-password.css';

/** Resets a person's password and shows the new password once. */
export function ResetPasswordAction({ page: { entity }, row }: RowActions) {
  const t = useT();
  const user = useUser();
  const [password, setPassword] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hasPermission(user, getActionPermission(entity.permission, 'MODIFY'))) return null;
  const name = String(row[entity.shownAs] ?? row.id);
  const reset = async () => {
    const sure = await confirm({
      title: t('resetPassword'),
      text: t('resetPasswordAsk', { name }),
      yes: t('resetPassword'),
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      setPassword(
        (await send<{ password: string }>(`${entity.path}/resetPassword`, { id: row.id })).password,
      );
    } finally {
      setBusy(false);
    }
  };
  const copy = async () => {
    // Browsers offer the clipboard only on https and localhost, so the button is hidden elsewhere.
    await navigator.clipboard.writeText(password ?? '');
    showSuccess(t('copied'));
  };
  return (
    <>
      <Button
        variant="minimal"
        icon={<KeyIcon />}
        text={t('resetPassword')}
        loading={busy}
        onClick={() => void reset().catch(() => undefined)}
      />
      <Dialog
        isOpen={password !== null}
        onClose={() => setPassword(null)}
        title={t('passwordReset')}
        canOutsideClickClose={false}
      >
        <DialogBody>
          <p>{t('passwordResetTo', { name })}</p>
          <output className="reset-password">{password}</output>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              {window.isSecureContext && (
                <Button icon={<DuplicateIcon />} text={t('copy')} onClick={() => void copy()} />
              )}
              <Button intent="primary" text={t('dismiss')} onClick={() => setPassword(null)} />
            </>
          }
        />
      </Dialog>
    </>
  );
}
