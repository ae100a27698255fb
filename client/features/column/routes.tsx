import { COLUMN_CODES, COLUMN_OWNERS, OWNED_COLUMNS } from '#shared/kernel/column-owners.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { PageHandle, PageRoute } from '#client/kit/pages/page-handle.ts';

const ColumnsScreen = fetchWhenDrawn('ColumnsScreen', () => import('./columns-screen.tsx'));

const AT = '/system/column';

const columnPage = (path: string, handle: PageHandle): PageRoute => ({
  path,
  element: <ColumnsScreen />,
  handle: { title: 'columnSettings', path: AT, ...handle },
});

/** The routes of the column settings: one page for each owner of columns. */
export const routes: readonly PageRoute[] = [
  columnPage(AT, { permission: COLUMN_CODES, menu: { icon: 'columns' } }),
  ...COLUMN_OWNERS.map((owner) =>
    columnPage(`${AT}/${owner}`, { permission: OWNED_COLUMNS[owner].permission }),
  ),
];
