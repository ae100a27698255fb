import { Suspense, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { hasPermission, type PermissionCode } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { useVisitor } from '#client/kit/wire/session.ts';
import { TileActionsContext, type TileActions, type TileSubject } from './tile-actions.ts';

const ProcessActionsDialog = fetchOnFirstRender(
  'ProcessActionsDialog',
  () => import('#client/production/acting/process-actions-dialog.tsx'),
);
const CallActionsDialog = fetchOnFirstRender(
  'CallActionsDialog',
  () => import('#client/production/acting/call-actions-dialog.tsx'),
);
const AlarmActionsDialog = fetchOnFirstRender(
  'AlarmActionsDialog',
  () => import('#client/production/acting/alarm-actions-dialog.tsx'),
);

/** A person needs one of these permissions to act on a row of the kind. */
const PERMISSIONS_BY_KIND: Readonly<Record<TileSubject['kind'], readonly PermissionCode[]>> = {
  process: ['TASK_REPORT', 'TASK_REPORT_TEAM', 'PROCESS_MODIFY'],
  abnormalCall: ['ANDON_ANSWER'],
  alarm: ['ALARM_ACKNOWLEDGE'],
};

const FULL_SCREEN_QUERY = '(display-mode: fullscreen)';
const isFullScreen = (): boolean =>
  document.fullscreenElement !== null || window.matchMedia(FULL_SCREEN_QUERY).matches;
function watchFullScreen(onChange: () => void): () => void {
  const query = window.matchMedia(FULL_SCREEN_QUERY);
  document.addEventListener('fullscreenchange', onChange);
  query.addEventListener('change', onChange);
  return () => {
    document.removeEventListener('fullscreenchange', onChange);
    query.removeEventListener('change', onChange);
  };
}

/**
 * Lets an employee act on the rows of the tiles inside, with the employee's own permissions. A board in full screen is
 * a wall, on which nobody can act.
 */
export function ActingTiles({ children }: { children: ReactNode }) {
  const user = useVisitor().session?.user;
  const isWall = useSyncExternalStore(watchFullScreen, isFullScreen);
  const [subject, setSubject] = useState<TileSubject | null>(null);
  const actions = useMemo(
    (): TileActions | null =>
      user?.kind === 'employee' && !isWall
        ? { mayActOn: (kind) => hasPermission(user, PERMISSIONS_BY_KIND[kind]), open: setSubject }
        : null,
    [user, isWall],
  );
  const closeDialog = () => setSubject(null);
  return (
    <TileActionsContext value={actions}>
      {children}
      <Suspense fallback={null}>
        {actions && subject?.kind === 'process' && (
          <ProcessActionsDialog processId={subject.id} onClose={closeDialog} />
        )}
        {actions && subject?.kind === 'abnormalCall' && (
          <CallActionsDialog callId={subject.id} onClose={closeDialog} />
        )}
        {actions && subject?.kind === 'alarm' && (
          <AlarmActionsDialog alarmId={subject.id} onClose={closeDialog} />
        )}
      </Suspense>
    </TileActionsContext>
  );
}
