import { Navigate } from 'react-router-dom';
import { tabOf } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { FirstTab, PageTabs } from '#client/kit/pages/page-tabs.tsx';

const FormSettingScreen = fetchWhenDrawn('FormSettingScreen', () => import('./form-setting-screen.tsx'));

export const pages = {
  sip: makeEntityPage('sip', { icon: 'procedure', tabs: ParamsTabs }),
  sop: makeEntityPage('sop', { icon: 'procedure', tabs: ParamsTabs }),
} satisfies Feature['pages'];

/** The address, the title and the permission of the form settings. */
const FORMS = {
  path: '/system/params/form',
  title: 'formSetting',
  permission: 'SYSTEM_PARAM_SETTING_FORM',
} as const;

const PARAMS = [...Object.values(pages).map(tabOf), FORMS];

/** Shows the tabs of the parameter pages. */
function ParamsTabs() {
  return <PageTabs label="params" tabs={PARAMS} />;
}

export const routes: readonly PageRoute[] = [
  {
    path: '/system/params',
    element: <FirstTab tabs={PARAMS} />,
    handle: { permission: PARAMS.map(({ permission }) => permission), title: 'params' },
  },
  {
    path: FORMS.path,
    element: <Navigate to={`${FORMS.path}/order`} replace />,
    handle: { title: FORMS.title, permission: FORMS.permission, menu: { icon: 'form' } },
  },
  {
    path: `${FORMS.path}/:form`,
    element: <FormSettingScreen tabs={<ParamsTabs />} at={FORMS.path} />,
    handle: FORMS,
  },
];

export const elsewhere = { formSetting: {} } satisfies Feature['elsewhere'];
