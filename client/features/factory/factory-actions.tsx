import { Button } from '@blueprintjs/core';
import { AddIcon, CaretDownIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { FactoriesMenu } from '#client/kit/elements/factories-menu.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { AddFactoryDialog } from './add-factory-dialog.tsx';

/**
 * Shows a menu if the user may enter several factories. Shows a button that adds a factory if the
 * user has the permission to add factories.
 */
export function FactoryActions({ page }: RowActionsProps) {
  const t = useT();
  const user = useUser();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      {(user.factoryPermissions ?? []).length > 1 && (
        <DropDown content={<FactoriesMenu />}>
          <Button variant="minimal" endIcon={<CaretDownIcon />} text={t('factories')} />
        </DropDown>
      )}
      {hasPermission(user, getActionPermission(page.entity.permission, 'ADD')) && (
        <Button
          icon={<AddIcon />}
          aria-keyshortcuts="n"
          text={t('addFactory')}
          onClick={() => setDialogOpen(true)}
        />
      )}
      {isDialogOpen && <AddFactoryDialog onClose={() => setDialogOpen(false)} />}
    </>
  );
}
