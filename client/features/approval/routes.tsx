import { Navigate, useParams } from 'react-router-dom';
import { can } from '#shared/kernel/permissions.ts';
import { EntityEditRoute } from '#client/crud/pages/entity-edit-route.tsx';
import { editHandle, listHandle, tabOf } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { idInAddress } from '#client/crud/pages/row-address.ts';
import { FORBIDDEN_PATH } from '#client/kit/pages/addresses.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { FirstTab, PageTabs } from '#client/kit/pages/page-tabs.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import '#client/kit/pages/tabbed-screen.css';

const AT = '/system/approval';
const SETTING = `${AT}/approvalProcessSetting`;
/**
 * The specified address contains the id of a factory. The id 0 means the user's own factory. Links
 * contain 0, because the code that builds them does not know the user.
 */
const OWN_FACTORY = 0;

/**
 * Makes the pages of one module's approval chains. Their address contains the factory, module and
 * chain.
 */
const chainsOf = (module: string, name: 'orderApproval' | 'processApproval') =>
  makeEntityPage(name, {
    icon: 'approval',
    tabs: ApprovalTabs,
    editPath: (row) => `${SETTING}/${OWN_FACTORY}/${module}/${idInAddress(row)}`,
  });

/** The pages of the approval chains, by the module in the address. */
const MODULES = {
  order: chainsOf('order', 'orderApproval'),
  process: chainsOf('process', 'processApproval'),
} as const;
const CHAINS = Object.values(MODULES);

const isModule = (text: string | undefined): text is keyof typeof MODULES =>
  text !== undefined && Object.hasOwn(MODULES, text);

/**
 * Shows a tab for each module, and a note that the application does not use approval chains yet.
 */
function ApprovalTabs() {
  const t = useT();
  return (
    <>
      <PageTabs label="approvals" tabs={CHAINS.map(tabOf)} />
      <p className="tabs-note">{t('chainNotInForce')}</p>
    </>
  );
}

/** Shows the edit page of an approval chain. The specification defines the address of this page. */
function ApprovalSettingRoute() {
  const t = useT();
  const user = useUser();
  const { factoryId, moduleId, primaryId } = useParams();
  // Users cannot open the chains of another factory.
  if (!isModule(moduleId) || ![OWN_FACTORY, user.factoryId].includes(Number(factoryId)))
    return <NotFoundPage />;
  const page = MODULES[moduleId];
  if (!can(user, editHandle(page).permission!)) return <Navigate to={FORBIDDEN_PATH} replace />;
  return (
    <section className="screen">
      <p className="tabs-note">{t('chainNotInForce')}</p>
      <EntityEditRoute page={page} id={primaryId} />
    </section>
  );
}

export const routes: readonly PageRoute[] = [
  {
    path: AT,
    element: <FirstTab tabs={CHAINS.map(tabOf)} />,
    handle: { permission: CHAINS.flatMap((page) => listHandle(page).permission!) },
  },
  {
    path: `${SETTING}/:factoryId/:moduleId/:primaryId`,
    element: <ApprovalSettingRoute />,
    handle: {
      permission: CHAINS.flatMap((page) => editHandle(page).permission!),
      title: 'approvals',
      path: `${AT}/order`,
    },
  },
];

export const pages = {
  orderApproval: MODULES.order,
  processApproval: MODULES.process,
} satisfies Feature['pages'];
