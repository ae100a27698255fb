import { Navigate, useParams } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { EntityEditRoute } from '#client/crud/pages/entity-edit-route.tsx';
import { makeEditHandle, makeListHandle, makeListTab } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { formatRowId } from '#client/crud/pages/row-address.ts';
import { FORBIDDEN_PATH } from '#client/kit/pages/addresses.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { FirstTabRedirect, PageTabs } from '#client/kit/pages/page-tabs.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import '#client/kit/pages/tabbed-screen.css';

const APPROVAL_PATH = '/system/approval';
const CHAIN_PATH = `${APPROVAL_PATH}/approvalProcessSetting`;
/**
 * The address of an edit page contains the id of a factory; 0 stands for the user's own factory. Links
 * contain 0, because `editPath` receives no user.
 */
const OWN_FACTORY_ID = 0;

/**
 * Makes the pages of one module's approval chains. The address of an edit page contains the factory,
 * the module and the chain.
 */
const makeChainPages = (module: string, name: 'orderApproval' | 'processApproval') =>
  makeEntityPage(name, {
    icon: 'approval',
    tabs: ApprovalTabs,
    editPath: (row) => `${CHAIN_PATH}/${OWN_FACTORY_ID}/${module}/${formatRowId(row)}`,
  });

const CHAIN_PAGES_BY_MODULE = {
  order: makeChainPages('order', 'orderApproval'),
  process: makeChainPages('process', 'processApproval'),
} as const;
const CHAIN_PAGES = Object.values(CHAIN_PAGES_BY_MODULE);

const isModuleWithChains = (text: string | undefined): text is keyof typeof CHAIN_PAGES_BY_MODULE =>
  text !== undefined && Object.hasOwn(CHAIN_PAGES_BY_MODULE, text);

/**
 * Shows a tab for each module that the user may open, and a note that the application does not use
 * approval chains yet.
 */
function ApprovalTabs() {
  const t = useT();
  return (
    <>
      <PageTabs label="approvals" tabs={CHAIN_PAGES.map(makeListTab)} />
      <p className="tabs-note">{t('chainNotInForce')}</p>
    </>
  );
}

/** Shows the edit page of an approval chain. The specification defines the address of this page. */
function ChainEditRoute() {
  const t = useT();
  const user = useUser();
  const { factoryId, moduleId, primaryId } = useParams();
  // Users cannot open the chains of another factory.
  if (!isModuleWithChains(moduleId) || ![OWN_FACTORY_ID, user.factoryId].includes(Number(factoryId)))
    return <NotFoundPage />;
  const page = CHAIN_PAGES_BY_MODULE[moduleId];
  if (!hasPermission(user, makeEditHandle(page).permission!)) return <Navigate to={FORBIDDEN_PATH} replace />;
  return (
    <section className="screen">
      <p className="tabs-note">{t('chainNotInForce')}</p>
      <EntityEditRoute page={page} id={primaryId} />
    </section>
  );
}

export const routes: readonly PageRoute[] = [
  {
    path: APPROVAL_PATH,
    element: <FirstTabRedirect tabs={CHAIN_PAGES.map(makeListTab)} />,
    handle: { permission: CHAIN_PAGES.flatMap((page) => makeListHandle(page).permission!) },
  },
  {
    path: `${CHAIN_PATH}/:factoryId/:moduleId/:primaryId`,
    element: <ChainEditRoute />,
    handle: {
      permission: CHAIN_PAGES.flatMap((page) => makeEditHandle(page).permission!),
      title: 'approvals',
      path: `${APPROVAL_PATH}/order`,
    },
  },
];

export const pages = {
  orderApproval: CHAIN_PAGES_BY_MODULE.order,
  processApproval: CHAIN_PAGES_BY_MODULE.process,
} satisfies Feature['pages'];
