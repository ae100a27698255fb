import { Navigate, NavLink, useParams } from 'react-router-dom';
import type { EntityName } from '#shared/entities/index.ts';
import { can, toAct, toRead } from '#shared/kernel/permissions.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { EntityEditRoute } from './entity-edit-route.tsx';
import { EntityListRoute } from './entity-list-route.tsx';
import { pageOf, OWN_FACTORY } from './entity-pages.ts';
import { FORBIDDEN_PATH } from '#client/kit/pages/addresses.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import '#client/kit/pages/tabbed-screen.css';

/** What is approved, by the module of its address. */
const MODULES = { order: 'orderApproval', process: 'processApproval' } as const satisfies Record<
  string,
  EntityName
>;
type Module = keyof typeof MODULES;
const isModule = (text: string | undefined): text is Module => text !== undefined && text in MODULES;

/** The approvals themselves: lead to the first module whose chains the person may see. */
export function ApprovalIndex() {
  const user = useUser();
  const first = (Object.keys(MODULES) as Module[]).find((one) =>
    can(user, toRead(pageOf(MODULES[one])!.entity.permission)),
  );
  return <Navigate to={first ? `/system/approval/${first}` : FORBIDDEN_PATH} replace />;
}

/** The drafts of chains of one module, with a word that nothing asks them yet. */
export function ApprovalListRoute({ module }: { module: Module }) {
  const t = useT();
  const user = useUser();
  const tabs = (
    <>
      <nav className="tabs" aria-label={t('approvals')}>
        {(Object.keys(MODULES) as Module[])
          .filter((one) => can(user, toRead(pageOf(MODULES[one])!.entity.permission)))
          .map((one) => (
            <NavLink key={one} to={`/system/approval/${one}`}>
              {t(MODULES[one])}
            </NavLink>
          ))}
      </nav>
      <p className="tabs-note">{t('chainNotInForce')}</p>
    </>
  );
  return <EntityListRoute page={pageOf(MODULES[module])!} tabs={tabs} />;
}

/** One chain at the specification's address, which names factory, module and chain. */
export function ApprovalSettingRoute() {
  const t = useT();
  const user = useUser();
  const { factoryId, moduleId, primaryId } = useParams();
  // Another factory's chains are nobody's here, whatever the address says.
  if (!isModule(moduleId) || ![OWN_FACTORY, user.factoryId].includes(Number(factoryId)))
    return <NotFoundPage />;
  const page = pageOf(MODULES[moduleId])!;
  const { permission } = page.entity;
  if (!can(user, [toAct(permission, 'ADD'), toAct(permission, 'MODIFY')]))
    return <Navigate to={FORBIDDEN_PATH} replace />;
  return (
    <section className="screen">
      <p className="tabs-note">{t('chainNotInForce')}</p>
      <EntityEditRoute page={page} id={primaryId} />
    </section>
  );
}
