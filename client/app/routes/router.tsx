import { createBrowserRouter } from 'react-router-dom';
import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import { ROOT_ROUTE_ID, buildRouteTree } from './public-routes.tsx';

/** The code of the pages that need a sign-in. */
export const signedInRoutesCode = new FetchedCode(
  async () => (await import('./inner-routes.tsx')).signedInRoutes,
);

let hasSignedInRoutes = false;

/**
 * The browser router. The routes that need a sign-in are downloaded when a page that is not public is first opened,
 * so that the log-in page loads without their code.
 */
export const router = createBrowserRouter(buildRouteTree([]), {
  async patchRoutesOnNavigation({ patch }) {
    if (hasSignedInRoutes) return;
    const innerRoutes = await signedInRoutesCode.fetch();
    if (hasSignedInRoutes) return;
    hasSignedInRoutes = true;
    patch(ROOT_ROUTE_ID, innerRoutes);
  },
});
