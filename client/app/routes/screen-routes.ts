import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { features } from './features.ts';
import { ownRoutes } from './own-routes.tsx';

/** All routes except those of generated pages. */
export const screenRoutes: readonly PageRoute[] = [
  ...ownRoutes,
  ...features.flatMap(({ routes = [] }) => routes),
];
