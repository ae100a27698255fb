import { LARGE_SCREEN_PATHS } from '#shared/boards/preset-names.ts';
import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const BoardScreen = fetchOnFirstRender('BoardScreen', () => import('#boards/screens/board-screen.tsx'));
const LargeScreen = fetchOnFirstRender('LargeScreen', () => import('#boards/screens/large-screen.tsx'));

/**
 * The routes of the boards that fill the window. Only these routes are in the first download. A wall screen then
 * fetches its board, but neither the menu nor the other pages.
 */
export const wallRoutes: readonly PageRoute[] = [
  {
    path: LARGE_SCREEN_PATHS.largeScreen1,
    element: <LargeScreen screen="largeScreen1" />,
    handle: {
      permission: SIGNED_IN_PERMISSION,
      title: 'largeScreen',
      fillsWindow: true,
      menu: { icon: 'wall' },
    },
  },
  {
    path: LARGE_SCREEN_PATHS.largeScreen2,
    element: <LargeScreen screen="largeScreen2" />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'largeScreen', fillsWindow: true },
  },
  {
    path: '/board/:id',
    element: <BoardScreen />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'board', fillsWindow: true },
  },
];
