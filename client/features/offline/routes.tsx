import { makeListTab } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { PageTabs } from '#client/kit/pages/page-tabs.tsx';

const FileLocationActions = fetchOnFirstRender('FileLocationActions', () => import('./offline-actions.tsx'));

/** Shows the tabs for the locations and the classes of offline files. */
function OfflineFileTabs() {
  return <PageTabs label="offlineFiles" tabs={Object.values(pages).map(makeListTab)} />;
}

const SHARED_PAGE_SETTINGS: Partial<EntityPage> = {
  icon: 'files',
  tabs: OfflineFileTabs,
};

export const pages = {
  offlineFileSetting: makeEntityPage('offlineFileSetting', {
    ...SHARED_PAGE_SETTINGS,
    title: 'offlineFiles',
    actions: FileLocationActions,
  }),
  offlineFileClassification: makeEntityPage('offlineFileClassification', SHARED_PAGE_SETTINGS),
} satisfies Feature['pages'];
