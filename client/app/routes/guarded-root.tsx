import { useEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import { usePageName } from '#client/kit/pages/page-name.ts';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { clearReferenceLists } from '#client/kit/wire/reference-lists.ts';
import { useVisitor } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { LOGIN_PATH } from '#client/kit/pages/addresses.ts';
import { findGuardRedirect } from './guard.ts';
import { getPageHandle } from '#client/kit/pages/page-handle.ts';

/** Checks whether the visitor may see the current page, and checks again when the session changes. */
export function GuardedRoot() {
  const t = useT();
  const location = useLocation();
  const matches = useMatches();
  const { session, mustChangePassword } = useVisitor();
  const handles = matches.map(getPageHandle);

  // The next user must not see cached data of the previous one.
  const lastValidateKey = useRef(session?.validateKey);
  if (lastValidateKey.current !== session?.validateKey) {
    lastValidateKey.current = session?.validateKey;
    queryClient.clear();
    clearReferenceLists();
  }
  const title = handles.findLast((handle) => handle.title)?.title;
  const pageName = usePageName();
  useEffect(() => {
    const pageTitle = pageName && title ? `${pageName} · ${t(title)}` : title && t(title);
    document.title = pageTitle ? `${pageTitle} · ${t('productShort')}` : t('productName');
  }, [pageName, title, t]);

  const redirect = findGuardRedirect(
    {
      path: location.pathname,
      isPublic: handles.some((handle) => handle.isPublic),
      requiredPermissions: handles.flatMap((handle) => (handle.permission ? [handle.permission] : [])),
    },
    { user: session?.user ?? null, mustChangePassword },
  );
  if (redirect) {
    const redirectState = redirect === LOGIN_PATH ? { from: location.pathname + location.search } : undefined;
    return <Navigate to={redirect} replace state={redirectState} />;
  }
  // A change of factory remounts every screen, so that no screen keeps data of the old factory.
  return <Outlet key={session?.user.factoryId ?? 'nobody'} />;
}
