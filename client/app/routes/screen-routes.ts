import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { features } from './features.ts';
import { appRoutes } from './app-routes.tsx';

/** All routes except those of generated pages. */
export const screenRoutes: readonly PageRoute[] = [
  ...appRoutes,
  ...features.flatMap(({ routes = [] }) => routes),
];
