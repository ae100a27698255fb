import { Navigate, NavLink, useParams } from 'react-router-dom';
import type { EntityName } from '#shared/entities/index.ts';
import { can } from '#shared/kernel/permissions.ts';
import type { FormName } from '#shared/rules/form-names.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { EntityListRoute } from './entity-list-route.tsx';
import { pageOf } from './entity-pages.ts';
import { FORBIDDEN_PATH } from './guard.ts';
import { NotFoundPage } from '../login/not-found-page.tsx';
import { PARAMS, ParamsTabs } from './params-tabs.tsx';
import '#client/crud/page-head.css';

const FormSetting = fetchWhenDrawn(
  'FormSetting',
  () => import('#client/features/form-setting/form-setting.tsx'),
);

/** The forms by their addresses (specification §2). */
const FORMS: readonly { at: string; form: FormName; title: TermKey }[] = [
  { at: 'project', form: 'project', title: 'project' },
  { at: 'order', form: 'workOrder', title: 'workOrder' },
  { at: 'part', form: 'part', title: 'part' },
  { at: 'process', form: 'process', title: 'process' },
  { at: 'report', form: 'workReport', title: 'reportForm' },
  { at: 'masterPlan', form: 'masterPlan', title: 'masterPlan' },
  { at: 'quality', form: 'qualityException', title: 'qualityForm' },
];

/** The parameters themselves: leads to the first that the person may see. */
export function ParamsIndex() {
  const user = useUser();
  const first = PARAMS.find(({ permission }) => can(user, permission));
  return <Navigate to={first?.path ?? FORBIDDEN_PATH} replace />;
}

/** A list that is one of the parameters. */
export function ParamsListRoute({ of }: { of: EntityName }) {
  return <EntityListRoute page={pageOf(of)!} tabs={<ParamsTabs />} />;
}

/** The arrangement of one form, with a tab for each. */
export function ParamsFormRoute() {
  const t = useT();
  const { form } = useParams();
  const found = FORMS.find(({ at }) => at === form);
  if (!found) return <NotFoundPage />;
  return (
    <section className="screen" aria-label={t('formSetting')}>
      <header className="page-head">
        <h1>{t('formSetting')}</h1>
      </header>
      <ParamsTabs />
      <nav className="tabs tabs-below" aria-label={t('form')}>
        {FORMS.map(({ at, title }) => (
          <NavLink key={at} to={`/system/params/form/${at}`}>
            {t(title)}
          </NavLink>
        ))}
      </nav>
      <FormSetting key={found.form} form={found.form} />
    </section>
  );
}
