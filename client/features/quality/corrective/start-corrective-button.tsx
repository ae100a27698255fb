import { Button } from '@blueprintjs/core';
import { AddIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { BeginCorrectiveDialog } from './begin-corrective-dialog.tsx';

interface Props {
  /** What the corrective action begins with. */
  proposed?: Record<string, unknown>;
  /** Whether it is the main action of the page. */
  isPrimary?: boolean;
}

/** Starts a corrective action, for people who may. */
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
