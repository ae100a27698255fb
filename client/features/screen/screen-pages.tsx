import { makeListTab } from '#client/crud/pages/entity-routes.tsx';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { SCREENS_PATH } from '#client/kit/pages/addresses.ts';
import { PageTabs } from '#client/kit/pages/page-tabs.tsx';

const ScreenActions = fetchOnFirstRender('ScreenActions', () => import('./screen-actions.tsx'));
const SelectedScreensActions = fetchOnFirstRender(
  'SelectedScreensActions',
  () => import('./selected-screens-actions.tsx'),
);
const ShownCell = fetchOnFirstRender('ShownCell', () => import('./screen-cells.tsx'));
const SeenAtCell = fetchOnFirstRender('SeenAtCell', () => import('./screen-cells.tsx'));

/** The pages of the registry of screens. */
export const screenPage = makeEntityPage('wallScreen', {
  listPath: SCREENS_PATH,
  icon: 'screens',
  actions: ScreenActions,
  batchActions: SelectedScreensActions,
  cells: {
    screenShows: (row) => <ShownCell row={row} />,
    seenAt: (row) => <SeenAtCell row={row} />,
  },
  firstColumnsOnPhone: ['name', 'state', 'screenShows', 'seenAt'],
});

export const playlistPage = makeEntityPage('playlist', {
  listPath: `${SCREENS_PATH}/playlists`,
  icon: 'playlist',
  tabs: ScreenTabs,
});

/** Shows the tabs for the screens and their playlists. */
export function ScreenTabs() {
  return (
    <PageTabs
      label="wallScreens"
      tabs={[{ ...makeListTab(screenPage), end: true }, makeListTab(playlistPage)]}
    />
  );
}
