import { Suspense, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import { GuardedRoot } from './guarded-root.tsx';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import type { PageHandle } from '#client/kit/pages/page-handle.ts';
import { ScreenError } from '../shell/screen-error.tsx';

const LoginPage = fetchWhenDrawn('LoginPage', () => import('../login/login-page.tsx'));
const ForbiddenPage = fetchWhenDrawn('ForbiddenPage', () => import('../login/forbidden-page.tsx'));
const SsoFailedPage = fetchWhenDrawn('SsoFailedPage', () => import('../login/sso-failed-page.tsx'));
const ForcedChangePage = fetchWhenDrawn('ForcedChangePage', () => import('../login/forced-change-page.tsx'));

const whole = (page: ReactNode) => <Suspense fallback={null}>{page}</Suspense>;
const open = (title: PageHandle['title']): PageHandle => ({ isPublic: true, ...(title ? { title } : {}) });

/** The id of the root route. */
export const ROOT = 'root';

/** Builds the route tree: the guard as the root, with the public and the given routes below it. */
export const routesWith = (others: RouteObject[]): RouteObject[] => [
  {
    id: ROOT,
    element: <GuardedRoot />,
    errorElement: <ScreenError />,
    hydrateFallbackElement: <></>,
    children: [
      { path: '/login', element: whole(<LoginPage />), handle: open('logIn') },
      { path: '/403', element: whole(<ForbiddenPage />), handle: open('forbiddenTitle') },
      { path: '/401.1/:error', element: whole(<SsoFailedPage />), handle: open('ssoFailedTitle') },
      { path: '/forceChangePassword', element: whole(<ForcedChangePage />), handle: open('changePassword') },
      ...others,
      { path: '*', element: <NotFoundPage />, handle: open('pageNotFoundTitle') },
    ],
  },
];
