import { createBrowserRouter } from 'react-router-dom';
import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import { ROOT, routesWith } from './public-routes.tsx';

/** The code of the pages that need a sign-in. */
export const innerPages = new FetchedCode(async () => (await import('./inner-routes.tsx')).innerRoutes);

let isWhole = false;

/**
 * The browser router. The routes that need a sign-in are downloaded on the first visit to one of them, so
 * that the log-in page loads without their code.
 */
export const router = createBrowserRouter(routesWith([]), {
  async patchRoutesOnNavigation({ patch }) {
    if (isWhole) return;
    const innerRoutes = await innerPages.fetch();
    if (isWhole) return;
    isWhole = true;
    patch(ROOT, innerRoutes);
  },
});
