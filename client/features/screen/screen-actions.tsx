import { Button } from '@blueprintjs/core';
import { EyeOpenIcon, LinkIcon, LogOutIcon, RefreshIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { ScreenState } from '#shared/entities/wall-screen.ts';
import { PairScreenDialog } from './pair-screen-dialog.tsx';
import { useScreens } from './use-screens.ts';

/** Shows the state of a screen on its own page, with buttons that send commands to it. */
export function ScreenActions({ row }: RowActionsProps) {
  const t = useT();
  const { busy, identify, reload, revoke } = useScreens();
  const [isPairing, setPairing] = useState(false);
  const state = row['state'] as ScreenState;
  const isPaired = state !== 'notPaired';
  const isOnline = state === 'online';
  return (
    <>
      <StateMark state={state} />
      {isPaired && (
        <>
          <Button
            icon={<EyeOpenIcon />}
            text={t('identifyScreen')}
            disabled={busy || !isOnline}
            onClick={() => identify([row])}
          />
          <Button
            icon={<RefreshIcon />}
            text={t('reloadScreen')}
            disabled={busy || !isOnline}
            onClick={() => reload([row])}
          />
          <Button
            icon={<LogOutIcon />}
            text={t('revokeScreen')}
            disabled={busy}
            onClick={() => void revoke([row])}
          />
        </>
      )}
      <Button
        icon={<LinkIcon />}
        text={t(isPaired ? 'pairAgain' : 'pairScreen')}
        onClick={() => setPairing(true)}
      />
      {isPairing && (
        <PairScreenDialog
          scannedCode={null}
          screen={{ id: row.id, name: String(row['name']) }}
          onClose={() => setPairing(false)}
        />
      )}
    </>
  );
}
