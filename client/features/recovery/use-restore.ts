import { useQueryClient } from '@tanstack/react-query';
import type { DeletedRow } from '#shared/answers/recovery.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';

/**
 * Restores deleted rows. If the rows refer to other deleted rows, the user is asked to restore those rows
 * too. If the user declines, nothing is restored.
 * @returns a function that resolves to whether the rows were restored; if not, the user has
 *   declined or has seen the message of the refusal
 */
export function useRestoreRows(): (rows: readonly DeletedRow[]) => Promise<boolean> {
  const t = useT();
  const client = useQueryClient();
  const sendRestore = (rows: readonly DeletedRow[], withReferences: boolean) =>
    send<{ restored: number }>(
      '/mes/system/deleted/restore',
      { rows: rows.map(({ entity, id }) => ({ entity, id })), withReferences },
      { codesShownElsewhere: ['referencesDeleted'] },
    );
  const restoreWithReferences = async (
    rows: readonly DeletedRow[],
    refusal: CallError,
  ): Promise<number | null> => {
    const rowNames = refusal.rows.map((row) => `${t(row.entity as TermKey)} “${row.name}”`).join('\n');
    const isConfirmed = await confirm({
      title: t('restoreWithTitle'),
      text: `${refusal.message}\n${rowNames}`,
      yes: t('restoreTogether'),
    });
    return isConfirmed ? (await sendRestore(rows, true)).restored : null;
  };
  return async (rows) => {
    try {
      const count = await sendRestore(rows, false).then(
        ({ restored }) => restored,
        (error: unknown) => {
          if (error instanceof CallError && error.code === 'referencesDeleted')
            return restoreWithReferences(rows, error);
          throw error;
        },
      );
      if (count === null) return false;
      showSuccess(t('restoredCount', { count }));
      await client.invalidateQueries({ queryKey: queryKeys.entity('deletedData') });
      for (const entity of new Set(rows.map((row) => row.entity)))
        await client.invalidateQueries({ queryKey: queryKeys.entity(entity) });
      return true;
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
  };
}
