import { useQueryClient } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { confirm } from '#client/kit/messages/confirm.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import type { AnyRow } from '#client/crud/row.ts';

/** The commands for screens, each with the term of its success message. */
const SUCCESS_TERM_BY_COMMAND = {
  identify: 'identifySent',
  reload: 'reloadSent',
  revoke: 'screenRevoked',
} as const;
type ScreenCommandName = keyof typeof SUCCESS_TERM_BY_COMMAND;

/** Returns functions that send commands to screens. */
export function useScreens() {
  const t = useT();
  const client = useQueryClient();
  const { busy, runRequest } = useRequestSender();
  const refreshScreens = () => client.invalidateQueries({ queryKey: queryKeys.entity('wallScreen') });
  const sendCommand = (name: ScreenCommandName, rows: readonly AnyRow[]): void =>
    void runRequest(async () => {
      for (const row of rows) await send(`${entities.wallScreen.path}/${name}`, { screenId: row.id });
      showSuccess(
        t(SUCCESS_TERM_BY_COMMAND[name], { name: joinWords(rows.map((row) => String(row['name']))) }),
      );
      await refreshScreens();
    });
  return {
    busy,
    refresh: refreshScreens,
    identify: (rows: readonly AnyRow[]) => sendCommand('identify', rows),
    reload: (rows: readonly AnyRow[]) => sendCommand('reload', rows),
    revoke: async (rows: readonly AnyRow[]): Promise<void> => {
      const isConfirmed = await confirm({
        title: t('revokeScreenTitle', { name: joinWords(rows.map((row) => String(row['name']))) }),
        text: t('revokeScreenText'),
        yes: t('revokeScreen'),
        danger: true,
      });
      if (isConfirmed) sendCommand('revoke', rows);
    },
  };
}
