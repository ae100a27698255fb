import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { features } from './features.ts';
import { appRoutes } from './app-routes.tsx';

/**
 * The routes of `app-routes.tsx` and of all features. `inner-routes.tsx` adds the routes of generated pages.
 */
export const screenRoutes: readonly PageRoute[] = [
  ...appRoutes,
  ...features.flatMap(({ routes = [] }) => routes),
];
