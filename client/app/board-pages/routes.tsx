import { LARGE_SCREEN_PATHS } from '#shared/boards/preset-names.ts';
import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const BoardListScreen = fetchOnFirstRender('BoardListScreen', () => import('./board-list-screen.tsx'));
const BoardScreen = fetchOnFirstRender('BoardScreen', () => import('#boards/screens/board-screen.tsx'));
const BoardDesigner = fetchOnFirstRender(
  'BoardDesigner',
  () => import('#boards/designer/board-designer.tsx'),
);
const LargeScreen = fetchOnFirstRender('LargeScreen', () => import('#boards/screens/large-screen.tsx'));

export const routes: readonly PageRoute[] = [
  {
    path: LARGE_SCREEN_PATHS.largeScreen1,
    element: <LargeScreen screen="largeScreen1" />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'largeScreen', isWhole: true, menu: { icon: 'wall' } },
  },
  {
    path: LARGE_SCREEN_PATHS.largeScreen2,
    element: <LargeScreen screen="largeScreen2" />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'largeScreen', isWhole: true },
  },
  {
    path: '/boards',
    element: <BoardListScreen />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'boards', menu: { icon: 'shift' } },
  },
  {
    path: '/board/:id',
    element: <BoardScreen />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'board', isWhole: true },
  },
  {
    path: '/board/:id/edit',
    element: <BoardDesigner />,
    handle: { permission: 'BOARD_DESIGN', title: 'board', isWhole: true },
  },
];

export const customPages = {
  board: { rowPath: (row) => `/board/${row.id}`, isIdEnough: true },
  largeScreen: { rowPath: () => '/boards' },
} satisfies Feature['customPages'];
