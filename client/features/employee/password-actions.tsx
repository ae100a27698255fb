import { Button } from '@blueprintjs/core';
import { KeyIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import { wasJustAdded, type RowActionsProps } from '#client/crud/entity-page.ts';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { SecretDialog } from '#client/kit/messages/secret-dialog.tsx';

/**
 * The answer of a call that makes a password. If the same request is repeated, the answer has no password, because the
 * server does not store it.
 */
type PasswordAnswer = { password: string | null } | null;

/** Shows a new person's first password once, to the user who has just added the person. */
function FirstPassword({ page: { entity }, row }: RowActionsProps) {
  const t = useT();
  const [password, setPassword] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const isJustAdded = wasJustAdded(useLocation().state, row);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isJustAdded || hasAsked.current) return;
    hasAsked.current = true;
    // The dialog opens before the answer arrives. Otherwise the user could leave the page and lose the password.
    setMaking(true);
    send<PasswordAnswer>(`${entity.path}/firstPassword`, { id: row.id })
      .then(
        (answer) => setPassword(answer?.password ?? null),
        (error: unknown) => {
          // The user has already seen the refusal. A user who may change the person can reset the password.
          if (!(error instanceof CallError)) throw error;
        },
      )
      .finally(() => setMaking(false));
  }, [isJustAdded, entity, row]);
  return (
    <SecretDialog
      title={t('firstPassword')}
      text={t('firstPasswordIs', { name: row[entity.shownAs] ?? row.id })}
      secret={password}
      isMaking={isMaking}
      onClose={() => setPassword(null)}
    />
  );
}

/** Resets a person's password and shows the new password once. */
function ResetPassword({ page: { entity }, row }: RowActionsProps) {
  const t = useT();
  const user = useUser();
  const [password, setPassword] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hasPermission(user, getActionPermission(entity.permission, 'MODIFY'))) return null;
  const name = String(row[entity.shownAs] ?? row.id);
  const resetPassword = async () => {
    const isConfirmed = await confirm({
      title: t('resetPassword'),
      text: t('resetPasswordAsk', { name }),
      yes: t('resetPassword'),
      danger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      const answer = await send<PasswordAnswer>(`${entity.path}/resetPassword`, { id: row.id });
      setPassword(answer?.password ?? null);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="minimal"
        icon={<KeyIcon />}
        text={t('resetPassword')}
        loading={busy}
        onClick={() => void resetPassword().catch(() => undefined)}
      />
      <SecretDialog
        title={t('passwordReset')}
        text={t('passwordResetTo', { name })}
        secret={password}
        onClose={() => setPassword(null)}
      />
    </>
  );
}

/** Shows the first password of a person who was just added, and resets a person's password. */
export function PasswordActions(props: RowActionsProps) {
  return (
    <>
      <FirstPassword {...props} />
      <ResetPassword {...props} />
    </>
  );
}
