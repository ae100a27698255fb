import { Button } from '@blueprintjs/core';
import { IdNumberIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { PinDialog } from './pin-dialog.tsx';
import { PasswordActions } from './password-actions.tsx';

/** The button that sets the PIN of an employee, and the buttons for the password. */
export function EmployeeActions(props: RowActionsProps) {
  const t = useT();
  const user = useUser();
  const [isPinDialogOpen, setPinDialogOpen] = useState(false);
  return (
    <>
      {hasPermission(user, getActionPermission(props.page.entity.permission, 'MODIFY')) && (
        <Button
          variant="minimal"
          icon={<IdNumberIcon />}
          text={t('setPin')}
          onClick={() => setPinDialogOpen(true)}
        />
      )}
      <PasswordActions {...props} />
      {isPinDialogOpen && <PinDialog employeeId={props.row.id} onClose={() => setPinDialogOpen(false)} />}
    </>
  );
}
