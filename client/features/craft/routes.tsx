import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import type { AnyRow } from '#client/crud/row.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { EntityEditRoute } from '#client/crud/pages/entity-edit-route.tsx';
import { EntityListRoute } from '#client/crud/pages/entity-list-route.tsx';
import { makeEditHandle, makeListHandle } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { formatRowId } from '#client/crud/pages/row-address.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { PageTabs } from '#client/kit/pages/page-tabs.tsx';
import { BarcodePatternInput } from './barcode-pattern-input.tsx';

const CRAFTS_PATH = '/system/basic/crafts';

/** The types of crafts, in the order of their tabs. */
const CRAFT_TYPES = entities.craft.fields.craftType.choices ?? [];
const isCraftType = (type: string | undefined): type is TermKey =>
  CRAFT_TYPES.some((craftType) => craftType === type);

const getCraftListPath = (type: string) => `${CRAFTS_PATH}/${type}`;

/** Shows a tab for each type of crafts. */
function CraftTabs() {
  return (
    <PageTabs
      label="craftType"
      tabs={CRAFT_TYPES.map((title) => ({ title, path: getCraftListPath(title) }))}
    />
  );
}

/** Makes the pages of the crafts of one type. The address contains the type. */
const makeCraftPages = (type: string): EntityPage =>
  makeEntityPage('craft', {
    listPath: getCraftListPath(type),
    editPath: (row) => `${CRAFTS_PATH}/edit/${type}/${formatRowId(row)}`,
    tabs: CraftTabs,
    inputs: { barcodeContent: BarcodePatternInput },
    fixedFieldValue: { field: 'craftType', value: type },
  });

/** Renders a page for the craft type in the address. */
function CraftTypeRoute({ as: Page }: { as: ComponentType<{ page: EntityPage }> }) {
  const { type } = useParams();
  return isCraftType(type) ? <Page page={makeCraftPages(type)} /> : <NotFoundPage />;
}

const machiningPages = makeCraftPages('machining');

export const routes: readonly PageRoute[] = [
  { path: CRAFTS_PATH, element: <Navigate to={machiningPages.listPath} replace />, handle: {} },
  {
    path: `${CRAFTS_PATH}/:type`,
    element: <CraftTypeRoute as={EntityListRoute} />,
    handle: {
      ...makeListHandle(machiningPages),
      menu: { icon: 'craft', path: machiningPages.listPath, highlightPath: CRAFTS_PATH },
    },
  },
  {
    path: `${CRAFTS_PATH}/edit/:type/:id`,
    element: <CraftTypeRoute as={EntityEditRoute} />,
    handle: makeEditHandle(machiningPages),
  },
];

export const customPages = {
  craft: { rowPath: (row) => makeCraftPages(String(row['craftType'])).editPath(row as AnyRow) },
} satisfies Feature['customPages'];
