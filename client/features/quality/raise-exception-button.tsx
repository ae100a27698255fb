import { Button } from '@blueprintjs/core';
import { AddIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { RaiseByProcessDialog } from './raise-by-process-dialog.tsx';

/** A button that raises an exception, for users with the permission. The dialog asks for the process. */
export function RaiseExceptionButton() {
  const t = useT();
  const user = useUser();
  const [isRaising, setIsRaising] = useState(false);
  if (!hasPermission(user, 'QUALITY_RAISE')) return null;
  return (
    <>
      <Button
        intent="primary"
        icon={<AddIcon />}
        text={t('raiseException')}
        onClick={() => setIsRaising(true)}
      />
      {isRaising && <RaiseByProcessDialog onClose={() => setIsRaising(false)} />}
    </>
  );
}
