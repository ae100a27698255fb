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
  const isNavigationAllowed = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isNavigationAllowed.current) return false;
    return (
      dirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      !UNGUARDED_PATHS.includes(nextLocation.pathname)
    );
  });
  const isAsking = useRef(false);
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    void confirm({ title: t('leaveTitle'), text: t('leaveText'), yes: t('leave'), danger: true }).then(
      (isConfirmed) => {
        isAsking.current = false;
        if (isConfirmed) blocker.proceed();
        else blocker.reset();
      },
    );
  }, [blocker, t]);
  useEffect(() => {
    if (!dirty) return undefined;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [dirty]);
  return () => {
    isNavigationAllowed.current = true;
  };
}
