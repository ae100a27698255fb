import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { features } from './features.ts';
import { ownRoutes } from './own-routes.tsx';

/** Every page that is no generated one. */
export const screenRoutes: readonly PageRoute[] = [
  ...ownRoutes,
  ...features.flatMap(({ routes = [] }) => routes),
];
