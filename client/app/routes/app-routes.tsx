import { ANY_ACCOUNT_PERMISSION, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { HomeRoute } from '../home/home-route.tsx';
import { EnterFactoryRoute } from '../login/enter-factory-route.tsx';
import { OpenRowRoute } from './open-row-route.tsx';
import { OrderRoute, OrdersRoute } from './orders-route.tsx';
import { ReportRoute } from './report-route.tsx';

const PasswordScreen = fetchOnFirstRender('PasswordScreen', () => import('../login/password-screen.tsx'));

/** The routes of pages that belong to no feature or to several features. */
export const appRoutes: readonly PageRoute[] = [
  {
    path: '/enter/:id',
    element: <EnterFactoryRoute />,
    handle: { permission: SIGNED_IN_PERMISSION, fillsWindow: true },
  },
  {
    path: '/',
    element: <HomeRoute />,
    handle: { title: 'home', menu: { icon: 'home', permission: SIGNED_IN_PERMISSION } },
  },
  {
    path: '/order',
    element: <OrdersRoute />,
    handle: { permission: 'WORK_ORDER', title: 'workOrders', menu: { icon: 'order' } },
  },
  {
    path: '/order/:id',
    element: <OrderRoute />,
    handle: { permission: 'WORK_ORDER', title: 'workOrders', path: '/order' },
  },
  {
    path: '/forms/*',
    element: <ReportRoute />,
    handle: { permission: SIGNED_IN_PERMISSION, title: 'reports', path: '/forms' },
  },
  { path: '/center/password', element: <PasswordScreen />, handle: { title: 'changePassword' } },
  { path: '/open/:entity/:id', element: <OpenRowRoute />, handle: { permission: ANY_ACCOUNT_PERMISSION } },
];
