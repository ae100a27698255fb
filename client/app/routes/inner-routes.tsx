import { Suspense, type ReactNode } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { ANY_ACCOUNT, PRODUCTION, SIGNED_IN, toAct, toRead } from '#shared/kernel/permissions.ts';
import { COLUMN_CODES, COLUMN_OWNERS, OWNED_COLUMNS } from '#shared/kernel/column-owners.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { ApprovalListRoute } from './approval-routes.tsx';
import { BasicDataIndex } from './basic-data-index.tsx';
import { CraftsEditRoute, CraftsListRoute } from './crafts-routes.tsx';
import { EntityEditRoute } from './entity-edit-route.tsx';
import { EntityListRoute } from './entity-list-route.tsx';
import type { EntityName } from '#shared/entities/index.ts';
import { craftsPage, entityPages } from './entity-pages.ts';
import { EnterFactoryRoute } from '../login/enter-factory-route.tsx';
import { HomeRoute } from '../home/home-route.tsx';
import { HolidayRoute } from './holiday-route.tsx';
import { OpenRowRoute } from './open-row-route.tsx';
import { OrdersRoute } from './orders-route.tsx';
import type { PageHandle } from './page-handle.ts';
import { OfflineListRoute } from './offline-list-route.tsx';
import { ParamsListRoute } from './params-routes.tsx';
import { ReportRoute } from './report-route.tsx';
import { ScreenError } from '../shell/screen-error.tsx';
import { screens } from './screens.ts';
import { settingsPages } from './settings-pages.tsx';

const PasswordScreen = fetchWhenDrawn('PasswordScreen', () => import('../login/password-screen.tsx'));
const Shell = fetchWhenDrawn('Shell', () => import('../shell/shell.tsx'));

const whole = (page: ReactNode) => <Suspense fallback={null}>{page}</Suspense>;
const says = (handle: PageHandle) => handle;

interface OwnRoutes {
  list?: ReactNode;
  edit?: ReactNode;
  paths?: { list: string; edit: string };
}

/** Lists and edit pages that are written by hand, and addresses with a shape of their own. */
const OWN: Partial<Record<EntityName, OwnRoutes>> = {
  department: { paths: { list: '/system/basic/department', edit: '/system/basic/department/edit/:pid/:id' } },
  sip: { list: <ParamsListRoute of="sip" /> },
  sop: { list: <ParamsListRoute of="sop" /> },
  classification: { list: <screens.classify /> },
  holiday: { list: <HolidayRoute face="year" /> },
  orderApproval: { list: <ApprovalListRoute module="order" /> },
  processApproval: { list: <ApprovalListRoute module="process" /> },
  offlineFileSetting: { list: <OfflineListRoute of="offlineFileSetting" /> },
  offlineFileClassification: { list: <OfflineListRoute of="offlineFileClassification" /> },
};

/** The list and the edit page of an entity; who may add or change may open the second. */
function entityRoutes(
  page: EntityPage,
  own: OwnRoutes = OWN[page.entity.name as EntityName] ?? {},
): RouteObject[] {
  const { permission, name } = page.entity;
  const title = page.title ?? (name as PageHandle['title']);
  const named: PageHandle = title ? { title } : {};
  const list: RouteObject = {
    path: own.paths?.list ?? page.listPath,
    element: own.list ?? <EntityListRoute page={page} />,
    handle: says({ ...named, permission: toRead(permission) }),
  };
  if (page.single) return [list];
  return [
    list,
    {
      path: own.paths?.edit ?? `${page.listPath}/edit/:id`,
      element: own.edit ?? <EntityEditRoute page={page} />,
      handle: says({
        ...named,
        path: page.listPath,
        permission: [toAct(permission, 'ADD'), toAct(permission, 'MODIFY')],
      }),
    },
  ];
}

const BASIC = '/system/basic/';
const isBasic = (page: EntityPage) => page.listPath.startsWith(BASIC);

const basicData: RouteObject = {
  path: '/system/basic',
  handle: says({ permission: 'SYSTEM_BASIC', title: 'basicData', path: '/system/basic' }),
  children: [
    { index: true, element: <BasicDataIndex /> },
    { path: 'crafts', element: <Navigate to={craftsPage('machining').listPath} replace /> },
    ...entityRoutes(craftsPage('machining'), {
      list: <CraftsListRoute />,
      edit: <CraftsEditRoute />,
      paths: { list: `${BASIC}crafts/:type`, edit: `${BASIC}crafts/edit/:type/:id` },
    }),
    ...entityPages.filter(isBasic).flatMap((page) => entityRoutes(page)),
  ],
};

/** The pages of the columns, one for each owner. */
const columnPages: RouteObject[] = [
  { path: '/system/column', permission: COLUMN_CODES },
  ...COLUMN_OWNERS.map((owner) => ({
    path: `/system/column/${owner}`,
    permission: OWNED_COLUMNS[owner].permission,
  })),
].map(({ path, permission }) => ({
  path,
  element: <screens.columns />,
  handle: says({ permission, title: 'columnSettings', path: '/system/column' }),
}));

/** Every address that somebody has to be signed in for, and what it asks for. */
export const innerRoutes: RouteObject[] = [
  { path: '/enter/:id', element: <EnterFactoryRoute />, handle: says({ permission: SIGNED_IN }) },
  {
    path: '/terminal',
    element: whole(<screens.floor />),
    handle: says({ permission: SIGNED_IN, title: 'floorReporting' }),
  },
  {
    path: '/largeScreenReportForm',
    element: whole(<screens.wall />),
    handle: says({ permission: SIGNED_IN, title: 'largeScreen' }),
  },
  {
    path: '/',
    element: whole(<Shell />),
    handle: says({ permission: ANY_ACCOUNT }),
    children: [
      {
        errorElement: <ScreenError />,
        children: [
          { index: true, element: <HomeRoute />, handle: says({ title: 'home' }) },
          {
            path: 'order',
            element: <OrdersRoute />,
            handle: says({ permission: 'WORK_ORDER', title: 'workOrders' }),
          },
          {
            path: 'process',
            element: <screens.progress />,
            handle: says({ permission: PRODUCTION, title: 'progressQuery' }),
          },
          {
            path: 'order/:id',
            element: <screens.order />,
            handle: says({ permission: 'WORK_ORDER', title: 'workOrders', path: '/order' }),
          },
          {
            path: 'andon',
            element: <screens.andon />,
            handle: says({ permission: PRODUCTION, title: 'openCalls' }),
          },
          {
            path: 'forms/*',
            element: <ReportRoute />,
            handle: says({ permission: SIGNED_IN, title: 'reports', path: '/forms' }),
          },
          {
            path: 'center',
            element: <screens.center />,
            handle: says({ permission: ANY_ACCOUNT, title: 'personalCenter' }),
          },
          {
            path: 'log',
            element: <screens.log />,
            handle: says({ permission: 'SYSTEM_LOG', title: 'systemLog' }),
          },
          {
            path: 'download',
            element: <screens.download />,
            handle: says({ permission: SIGNED_IN, title: 'downloads' }),
          },
          {
            path: 'center/password',
            element: <PasswordScreen />,
            handle: says({ title: 'changePassword' }),
          },
          {
            path: 'open/:entity/:id',
            element: <OpenRowRoute />,
            handle: says({ permission: ANY_ACCOUNT }),
          },
          ...columnPages,
          {
            path: 'system/deletedData',
            element: <screens.deletedData />,
            handle: says({ permission: 'SYSTEM_DELETED_DATA', title: 'deletedData' }),
          },
          ...settingsPages,
          basicData,
          ...entityPages.filter((page) => !isBasic(page)).flatMap((page) => entityRoutes(page)),
        ],
      },
    ],
  },
];
