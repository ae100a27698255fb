import { AnchorButton, Button } from '@blueprintjs/core';
import { EyeOpenIcon, LinkIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { KanbanLinksDialog } from './kanban-links-dialog.tsx';

/** Buttons that open a kanban as its customer sees it, and the dialog of its links. */
export function KanbanActions({ row }: RowActionsProps) {
  const t = useT();
  const user = useUser();
  const [areLinksOpen, setLinksOpen] = useState(false);
  return (
    <>
      <AnchorButton
        icon={<EyeOpenIcon />}
        text={t('seeAsCustomer')}
        href={`/kanban/${row.id}`}
        target="_blank"
        // Without an opener, the new tab would get no copy of this tab's session storage.
        rel="opener"
      />
      {hasPermission(user, 'CUSTOMER_KANBAN_MANAGE') && (
        <Button icon={<LinkIcon />} text={t('kanbanLinks')} onClick={() => setLinksOpen(true)} />
      )}
      {areLinksOpen && (
        <KanbanLinksDialog
          kanban={{ id: row.id, name: String(row['name']) }}
          onClose={() => setLinksOpen(false)}
        />
      )}
    </>
  );
}
