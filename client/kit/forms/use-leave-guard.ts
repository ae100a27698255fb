import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { confirm } from '../messages/confirm.ts';
import { useT } from '../words/t.ts';

/** The application may redirect to these pages even if the form has unsaved changes. */
const UNGUARDED_PATHS = ['/login', '/403', '/forceChangePassword'];

/**
 * Asks for confirmation before the user leaves a page with unsaved changes.
 * @returns a function that allows navigation without confirmation, for example after a save
 */
export function useLeaveGuard(dirty: boolean): () => void {
  const t = useT();
  const isPassing = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isPassing.current) return false;
    return (
      dirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      !UNGUARDED_PATHS.includes(nextLocation.pathname)
    );
  });
  const asking = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    void confirm({ title: t('leaveTitle'), text: t('leaveText'), yes: t('leave'), danger: true }).then(
      (leave) => {
        asking.current = false;
        if (leave) blocker.proceed();
        else blocker.reset();
      },
    );
  }, [blocker, t]);
  useEffect(() => {
    if (!dirty) return undefined;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [dirty]);
  return () => {
    isPassing.current = true;
  };
}
