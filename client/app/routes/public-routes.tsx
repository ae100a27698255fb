import { Suspense, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { GuardedRoot } from './guarded-root.tsx';
import { LINK_PATH, WALL_PATH } from '#client/kit/pages/addresses.ts';
import { NotFoundContent, NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import type { PageHandle } from '#client/kit/pages/page-handle.ts';
import { useVisitor } from '#client/kit/wire/session.ts';
import { wallRoutes } from '../board-pages/wall-routes.tsx';
import { ScreenError } from '../shell/screen-error.tsx';

const Shell = fetchOnFirstRender('Shell', () => import('../shell/shell.tsx'));
const LoginPage = fetchOnFirstRender('LoginPage', () => import('../login/login-page.tsx'));
const ForbiddenPage = fetchOnFirstRender('ForbiddenPage', () => import('../login/forbidden-page.tsx'));
const SsoFailedPage = fetchOnFirstRender('SsoFailedPage', () => import('../login/sso-failed-page.tsx'));
const PairedWall = fetchOnFirstRender('PairedWall', () => import('#boards/screens/paired/paired-wall.tsx'));
const KanbanLinkPage = fetchOnFirstRender(
  'KanbanLinkPage',
  () => import('../kanban-pages/kanban-link-page.tsx'),
);
const ForcedChangePage = fetchOnFirstRender(
  'ForcedChangePage',
  () => import('../login/forced-change-page.tsx'),
);

const wrapInSuspense = (page: ReactNode) => <Suspense fallback={null}>{page}</Suspense>;
const makePublicHandle = (title: PageHandle['title']): PageHandle => ({
  isPublic: true,
  ...(title ? { title } : {}),
});

/**
 * The 404 page. Signed-in users see it inside the shell, with the menu, unless they must change their
 * password.
 */
function NotFoundRoute() {
  const { session, mustChangePassword } = useVisitor();
  if (!session || mustChangePassword) return <NotFoundPage />;
  return wrapInSuspense(
    <Shell>
      <NotFoundContent />
    </Shell>,
  );
}

/** The id of the root route. The router adds the remaining routes that need a sign-in below it. */
export const ROOT_ROUTE_ID = 'root';

/** Builds the route tree. The guard is the root of the public routes, the wall routes and `otherRoutes`. */
export const buildRouteTree = (otherRoutes: RouteObject[]): RouteObject[] => [
  {
    id: ROOT_ROUTE_ID,
    element: <GuardedRoot />,
    errorElement: <ScreenError />,
    hydrateFallbackElement: <></>,
    children: [
      { path: '/login', element: wrapInSuspense(<LoginPage />), handle: makePublicHandle('logIn') },
      {
        path: '/403',
        element: wrapInSuspense(<ForbiddenPage />),
        handle: makePublicHandle('forbiddenTitle'),
      },
      {
        path: '/401.1/:error',
        element: wrapInSuspense(<SsoFailedPage />),
        handle: makePublicHandle('ssoFailedTitle'),
      },
      {
        path: '/forceChangePassword',
        element: wrapInSuspense(<ForcedChangePage />),
        handle: makePublicHandle('changePassword'),
      },
      { path: WALL_PATH, element: wrapInSuspense(<PairedWall />), handle: makePublicHandle('largeScreen') },
      {
        path: LINK_PATH,
        element: wrapInSuspense(<KanbanLinkPage />),
        handle: makePublicHandle('customerKanban'),
      },
      ...wallRoutes.map((route) => ({ ...route, element: wrapInSuspense(route.element) })),
      ...otherRoutes,
      { path: '*', element: <NotFoundRoute />, handle: makePublicHandle('pageNotFoundTitle') },
    ],
  },
];
