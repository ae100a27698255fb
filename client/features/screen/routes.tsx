import type { Feature } from '#client/crud/pages/feature.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { playlistPage, screenPage } from './screen-pages.tsx';

const ScreenList = fetchOnFirstRender('ScreenList', () => import('./screen-list.tsx'));

export const pages = {
  wallScreen: { ...screenPage, list: ScreenList },
  playlist: playlistPage,
} satisfies Feature['pages'];
