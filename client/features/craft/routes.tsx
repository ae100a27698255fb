import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import type { AnyRow } from '#client/crud/row.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { EntityEditRoute } from '#client/crud/pages/entity-edit-route.tsx';
import { EntityListRoute } from '#client/crud/pages/entity-list-route.tsx';
import { editHandle, listHandle } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { idInAddress } from '#client/crud/pages/row-address.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { PageTabs } from '#client/kit/pages/page-tabs.tsx';

const AT = '/system/basic/crafts';

/** The types of crafts, in the order of their tabs. */
const TYPES = entities.craft.fields.craftType.choices ?? [];
const isType = (type: string | undefined): type is TermKey => TYPES.some((one) => one === type);

const listPath = (type: string) => `${AT}/${type}`;

/** Shows a tab for each type of crafts. */
function CraftTabs() {
  return <PageTabs label="craftType" tabs={TYPES.map((title) => ({ title, path: listPath(title) }))} />;
}

/** Makes the pages of the crafts of one type. The address contains the type. */
const craftsPage = (type: string): EntityPage =>
  makeEntityPage('craft', {
    listPath: listPath(type),
    editPath: (row) => `${AT}/edit/${type}/${idInAddress(row)}`,
    tabs: CraftTabs,
    fixed: { field: 'craftType', value: type },
  });

/** Renders a page for the craft type in the address. */
function OfType({ as: Page }: { as: ComponentType<{ page: EntityPage }> }) {
  const { type } = useParams();
  return isType(type) ? <Page page={craftsPage(type)} /> : <NotFoundPage />;
}

const first = craftsPage('machining');

export const routes: readonly PageRoute[] = [
  { path: AT, element: <Navigate to={first.listPath} replace />, handle: {} },
  {
    path: `${AT}/:type`,
    element: <OfType as={EntityListRoute} />,
    handle: { ...listHandle(first), menu: { icon: 'craft', path: first.listPath, under: AT } },
  },
  {
    path: `${AT}/edit/:type/:id`,
    element: <OfType as={EntityEditRoute} />,
    handle: editHandle(first),
  },
];

export const elsewhere = {
  craft: { rowPath: (row) => craftsPage(String(row['craftType'])).editPath(row as AnyRow) },
} satisfies Feature['elsewhere'];
