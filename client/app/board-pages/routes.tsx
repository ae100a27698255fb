import { LARGE_SCREEN_PATHS } from '#shared/boards/preset-names.ts';
import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { wallRoutes } from './wall-routes.tsx';

const BoardListScreen = fetchOnFirstRender('BoardListScreen', () => import('./board-list-screen.tsx'));
const BoardDesigner = fetchOnFirstRender(
  'BoardDesigner',
  () => import('#boards/designer/board-designer.tsx'),
);

const BoardPlayback = fetchOnFirstRender(
  'BoardPlayback',
  () => import('#boards/screens/playback/board-playback.tsx'),
);
const LargeScreenPlayback = fetchOnFirstRender(
  'LargeScreenPlayback',
  () => import('#boards/screens/playback/large-screen-playback.tsx'),
);
const HomeDesigner = fetchOnFirstRender('HomeDesigner', () => import('#boards/designer/home-designer.tsx'));

export const routes: readonly PageRoute[] = [
  ...wallRoutes,
  {
    path: `${LARGE_SCREEN_PATHS.largeScreen1}/playback`,
    element: <LargeScreenPlayback screen="largeScreen1" />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'playBack', fillsWindow: true },
  },
  {
    path: `${LARGE_SCREEN_PATHS.largeScreen2}/playback`,
    element: <LargeScreenPlayback screen="largeScreen2" />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'playBack', fillsWindow: true },
  },
  {
    path: '/boards',
    element: <BoardListScreen />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'boards', menu: { icon: 'shift' } },
  },
  {
    path: '/board/:id/playback',
    element: <BoardPlayback />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'playBack', fillsWindow: true },
  },
  {
    path: '/board/:id/edit',
    element: <BoardDesigner />,
    handle: { permission: 'BOARD_DESIGN', title: 'board', fillsWindow: true },
  },
  {
    path: '/home/edit',
    element: <HomeDesigner />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'editHome', fillsWindow: true },
  },
];

export const customPages = {
  board: { rowPath: (row) => `/board/${row.id}`, isIdEnough: true },
  largeScreen: { rowPath: () => '/boards' },
} satisfies Feature['customPages'];
