import { createBrowserRouter, matchPath } from 'react-router-dom';
import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import { wallRoutes } from '../board-pages/wall-routes.tsx';
import { ROOT_ROUTE_ID, buildRouteTree } from './public-routes.tsx';

/** The code of the pages that need a sign-in, except walls. */
export const signedInRoutesCode = new FetchedCode(
  async () => (await import('./inner-routes.tsx')).signedInRoutes,
);

let hasSignedInRoutes = false;

const isWallPath = (path: string): boolean =>
  wallRoutes.some((route) => matchPath(route.path, path) !== null);

/**
 * The browser router. The routes that need a sign-in are downloaded when a page that is neither public nor a wall is
 * first opened, so that the log-in page and walls load without their code.
 */
export const router = createBrowserRouter(buildRouteTree([]), {
  async patchRoutesOnNavigation({ patch, path }) {
    if (hasSignedInRoutes || isWallPath(path)) return;
    const innerRoutes = await signedInRoutesCode.fetch();
    if (hasSignedInRoutes) return;
    hasSignedInRoutes = true;
    patch(ROOT_ROUTE_ID, innerRoutes);
  },
});
