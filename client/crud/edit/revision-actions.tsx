import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import type { RevisionState } from '#shared/machines/revision.ts';
import type { AnyRow } from '../row.ts';
import type { RowActionsProps } from '../entity-page.ts';
import { send } from '#client/kit/wire/call.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';

const CONFIRM_TEXT_TERMS = { publish: 'publishAsk', withdraw: 'withdrawAsk' } as const;

/** The buttons that publish a draft, withdraw a published revision and create the next revision. */
export function RevisionActions({ page, row, dirty }: RowActionsProps) {
  const { entity } = page;
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, runRequest } = useRequestSender();
  const state = row['state'] as RevisionState;
  const name = String(row['name']);

  const sendEvent = (event: 'publish' | 'withdraw' | 'revise', fields: Record<string, unknown>) =>
    runRequest(async () => {
      const changedRow = await send<AnyRow>(`${entity.path}/${event}`, fields);
      client.setQueryData(queryKeys.entity(entity.name, 'get', changedRow.id), changedRow);
      await client.invalidateQueries({ queryKey: queryKeys.entity(entity.name) });
      showSuccess(
        t('editionIs', {
          name,
          edition: Number(changedRow['edition']),
          state: t(changedRow['state'] as RevisionState),
        }),
      );
      if (changedRow.id !== row.id) await navigate(page.editPath(changedRow));
    });
  const confirmAndSendEvent = async (event: keyof typeof CONFIRM_TEXT_TERMS) => {
    const isConfirmed = await confirm({
      title: t(event),
      text: t(CONFIRM_TEXT_TERMS[event], { name }),
      yes: t(event),
      danger: event === 'withdraw',
    });
    if (isConfirmed) await sendEvent(event, { id: row.id, version: row.version });
  };
  const mayModify = hasPermission(user, getActionPermission(entity.permission, 'MODIFY'));
  const mayAdd = hasPermission(user, getActionPermission(entity.permission, 'ADD'));
  return (
    <>
      {state === 'published' && mayModify && (
        <Button
          variant="minimal"
          text={t('withdraw')}
          disabled={busy}
          onClick={() => void confirmAndSendEvent('withdraw')}
        />
      )}
      {state === 'draft' && mayModify && (
        <Button
          intent="primary"
          text={t('publish')}
          disabled={dirty || busy}
          title={dirty ? t('unsavedChanges') : undefined}
          onClick={() => void confirmAndSendEvent('publish')}
        />
      )}
      {state !== 'draft' && mayAdd && (
        <Button
          intent="primary"
          text={t('revise')}
          disabled={busy}
          onClick={() => void sendEvent('revise', { id: row.id })}
        />
      )}
    </>
  );
}
