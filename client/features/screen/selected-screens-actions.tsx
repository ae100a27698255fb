import { Button } from '@blueprintjs/core';
import { EyeOpenIcon, LogOutIcon, PresentationIcon, RefreshIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { BatchActionsProps } from '#client/crud/entity-page.ts';
import { useT } from '#client/kit/words/t.ts';
import { MoveScreensDialog } from './move-screens-dialog.tsx';
import { useScreens } from './use-screens.ts';

/** Buttons that send commands to the selected screens of the list. */
export function SelectedScreensActions({ rows }: BatchActionsProps) {
  const t = useT();
  const { busy, identify, reload, revoke } = useScreens();
  const [isMoving, setMoving] = useState(false);
  // Only online screens can identify themselves or reload.
  const onlineScreens = rows.filter((row) => row['state'] === 'online');
  const pairedScreens = rows.filter((row) => row['state'] !== 'notPaired');
  return (
    <>
      <Button icon={<PresentationIcon />} text={t('moveScreen')} onClick={() => setMoving(true)} />
      <Button
        icon={<EyeOpenIcon />}
        text={t('identifyScreen')}
        disabled={busy || onlineScreens.length === 0}
        onClick={() => identify(onlineScreens)}
      />
      <Button
        icon={<RefreshIcon />}
        text={t('reloadScreen')}
        disabled={busy || onlineScreens.length === 0}
        onClick={() => reload(onlineScreens)}
      />
      <Button
        icon={<LogOutIcon />}
        text={t('revokeScreen')}
        disabled={busy || pairedScreens.length === 0}
        onClick={() => void revoke(pairedScreens)}
      />
      {isMoving && rows.length > 0 && <MoveScreensDialog rows={rows} onClose={() => setMoving(false)} />}
    </>
  );
}
