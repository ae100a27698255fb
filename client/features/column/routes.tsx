import {
  CUSTOM_COLUMN_PAGE_CODES,
  COLUMN_OWNERS,
  CUSTOM_COLUMN_LISTS_BY_OWNER,
} from '#shared/kernel/column-owners.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageHandle, PageRoute } from '#client/kit/pages/page-handle.ts';

const ColumnsScreen = fetchOnFirstRender('ColumnsScreen', () => import('./columns-screen.tsx'));

const COLUMN_SETTINGS_PATH = '/system/column';

const makeColumnRoute = (path: string, handle: PageHandle): PageRoute => ({
  path,
  element: <ColumnsScreen />,
  handle: { title: 'columnSettings', path: COLUMN_SETTINGS_PATH, ...handle },
});

/**
 * The routes of the column settings: one for each owner of columns, and one that redirects to the first
 * page that the user may open.
 */
export const routes: readonly PageRoute[] = [
  makeColumnRoute(COLUMN_SETTINGS_PATH, { permission: CUSTOM_COLUMN_PAGE_CODES, menu: { icon: 'columns' } }),
  ...COLUMN_OWNERS.map((owner) =>
    makeColumnRoute(`${COLUMN_SETTINGS_PATH}/${owner}`, {
      permission: CUSTOM_COLUMN_LISTS_BY_OWNER[owner].permission,
    }),
  ),
];
