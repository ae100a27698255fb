import { AnchorButton, Button } from '@blueprintjs/core';
import { EyeOpenIcon, LinkIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { KanbanLinksDialog } from './kanban-links-dialog.tsx';

/** Opens a kanban as its customer sees it, and its links. */
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
        // Otherwise the new tab would not have a session that is kept only for the tab.
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
