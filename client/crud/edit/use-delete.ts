import { useQueryClient } from '@tanstack/react-query';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';

/**
 * Returns a function that deletes rows after the user has confirmed. It resolves to whether the
 * rows were deleted. If the server refuses, the user has seen the reason.
 */
export function useDeleteRows(
  entity: EntityDeclaration,
): (ids: readonly number[], name?: string) => Promise<boolean> {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  return async (ids, name) => {
    const isConfirmed = await confirm({
      title: t('deleteTitle'),
      text: name === undefined ? t('deleteMany', { count: ids.length }) : t('deleteOne', { name }),
      yes: t('delete'),
      danger: true,
    });
    if (!isConfirmed) return false;
    try {
      await send(`${entity.path}/delete`, { ids });
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
    const term = hasPermission(user, 'SYSTEM_DELETED_DATA') ? 'deletedWithWay' : 'deleted';
    showSuccess(t(term, { count: ids.length }));
    await client.invalidateQueries({ queryKey: queryKeys.entity(entity.name) });
    return true;
  };
}
