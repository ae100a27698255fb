import { Navigate } from 'react-router-dom';
import { makeListTab } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { FirstTabRedirect, PageTabs } from '#client/kit/pages/page-tabs.tsx';

const FormSettingScreen = fetchOnFirstRender('FormSettingScreen', () => import('./form-setting-screen.tsx'));

export const pages = {
  sip: makeEntityPage('sip', { icon: 'procedure', tabs: ParamsTabs }),
  sop: makeEntityPage('sop', { icon: 'procedure', tabs: ParamsTabs }),
} satisfies Feature['pages'];

/** The address, the title and the permission of the form settings. */
const FORM_SETTINGS_TAB = {
  path: '/system/params/form',
  title: 'formSetting',
  permission: 'SYSTEM_PARAM_SETTING_FORM',
} as const;

const PARAMETER_TABS = [...Object.values(pages).map(makeListTab), FORM_SETTINGS_TAB];

/** Shows the tabs of the parameter pages. */
function ParamsTabs() {
  return <PageTabs label="params" tabs={PARAMETER_TABS} />;
}

export const routes: readonly PageRoute[] = [
  {
    path: '/system/params',
    element: <FirstTabRedirect tabs={PARAMETER_TABS} />,
    handle: { permission: PARAMETER_TABS.map(({ permission }) => permission), title: 'params' },
  },
  {
    path: FORM_SETTINGS_TAB.path,
    element: <Navigate to={`${FORM_SETTINGS_TAB.path}/order`} replace />,
    handle: {
      title: FORM_SETTINGS_TAB.title,
      permission: FORM_SETTINGS_TAB.permission,
      menu: { icon: 'form' },
    },
  },
  {
    path: `${FORM_SETTINGS_TAB.path}/:form`,
    element: <FormSettingScreen tabs={<ParamsTabs />} basePath={FORM_SETTINGS_TAB.path} />,
    handle: FORM_SETTINGS_TAB,
  },
];

export const customPages = { formSetting: {} } satisfies Feature['customPages'];
