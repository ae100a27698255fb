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
 * The address of the specification contains a factory. 0 stands for the user's own factory: a row belongs to
 * only one, and links are also built without a user.
 */
const OWN_FACTORY = 0;

/** The approval chains of one module: their address contains factory, module and chain. */
const chainsOf = (module: string, name: 'orderApproval' | 'processApproval') =>
  makeEntityPage(name, {
    icon: 'approval',
    tabs: ApprovalTabs,
    editPath: (row) => `${SETTING}/${OWN_FACTORY}/${module}/${idInAddress(row)}`,
  });

/** What the module of the address approves. */
const MODULES = {
  order: chainsOf('order', 'orderApproval'),
  process: chainsOf('process', 'processApproval'),
} as const;
const CHAINS = Object.values(MODULES);

const isModule = (text: string | undefined): text is keyof typeof MODULES =>
  text !== undefined && Object.hasOwn(MODULES, text);

/** The module tabs, with a note that the approval chains are not used yet. */
function ApprovalTabs() {
  const t = useT();
  return (
    <>
      <PageTabs label="approvals" tabs={CHAINS.map(tabOf)} />
      <p className="tabs-note">{t('chainNotInForce')}</p>
    </>
  );
}

/** One approval chain at the address that the specification gives. */
function ApprovalSettingRoute() {
  const t = useT();
  const user = useUser();
  const { factoryId, moduleId, primaryId } = useParams();
  // Users cannot open chains of another factory, whatever the address says.
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
