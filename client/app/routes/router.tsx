import { createBrowserRouter } from 'react-router-dom';
import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import { ROOT, routesWith } from './public-routes.tsx';

/** The pages that need a sign-in. */
export const innerPages = new FetchedCode(async () => (await import('./inner-routes.tsx')).innerRoutes);

let isWhole = false;

/**
 * The addresses, in this browser's history. Those that need a sign-in, and all that they are made of, are fetched when
 * one of them is first gone to: the log-in page does without.
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
