import { Suspense } from 'react';
import type { RouteObject } from 'react-router-dom';
import { ANY_ACCOUNT_PERMISSION } from '#shared/kernel/permissions.ts';
import { makeEntityRoutes } from '#client/crud/pages/entity-routes.tsx';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageHandle, PageRoute } from '#client/kit/pages/page-handle.ts';
import { ScreenError } from '../shell/screen-error.tsx';
import { wallRoutes } from '../board-pages/wall-routes.tsx';
import { BASIC_DATA_AREA, isBasicDataPath } from './basic-data.ts';
import { BasicDataIndex } from './basic-data-index.tsx';
import { entityPages } from './entity-pages.ts';
import { screenRoutes } from './screen-routes.ts';

const Shell = fetchOnFirstRender('Shell', () => import('../shell/shell.tsx'));

const allPageRoutes: readonly PageRoute[] = [...screenRoutes, ...entityPages.flatMap(makeEntityRoutes)];
const routesInShell = allPageRoutes.filter(({ handle }) => !handle.fillsWindow);

/** The routes that need a sign-in, except the routes of walls. */
export const signedInRoutes: RouteObject[] = [
  ...allPageRoutes
    .filter((route) => route.handle.fillsWindow && !wallRoutes.includes(route))
    .map((route) => ({ ...route, element: <Suspense fallback={null}>{route.element}</Suspense> })),
  {
    path: '/',
    element: (
      <Suspense fallback={null}>
        <Shell />
      </Suspense>
    ),
    handle: { permission: ANY_ACCOUNT_PERMISSION } satisfies PageHandle,
    children: [
      {
        errorElement: <ScreenError />,
        children: [
          ...routesInShell.filter(({ path }) => !isBasicDataPath(path)),
          {
            path: BASIC_DATA_AREA.path,
            handle: BASIC_DATA_AREA satisfies PageHandle,
            children: [
              { index: true, element: <BasicDataIndex /> },
              ...routesInShell.filter(({ path }) => isBasicDataPath(path)),
            ],
          },
        ],
      },
    ],
  },
];
