import { Button } from '@blueprintjs/core';
import { AddIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { BeginCorrectiveDialog } from './begin-corrective-dialog.tsx';

interface Props {
  /** The initial values of the form, by field name. */
  proposed?: Record<string, unknown>;
  /** Whether the button is the main action of the page; true by default. */
  isPrimary?: boolean;
}

/** A button that starts a corrective action, for users with the permission. */
export function StartCorrectiveButton({ proposed, isPrimary = true }: Props) {
  const t = useT();
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  if (!hasPermission(user, 'QUALITY_CORRECT')) return null;
  return (
    <>
      <Button
        intent={isPrimary ? 'primary' : 'none'}
        icon={<AddIcon />}
        text={t('startCorrective')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <BeginCorrectiveDialog {...(proposed ? { proposed } : {})} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
