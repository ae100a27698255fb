import { Navigate, type RouteObject } from 'react-router-dom';
import { toAct } from '#shared/kernel/permissions.ts';
import { ApprovalIndex, ApprovalSettingRoute } from './approval-routes.tsx';
import { HolidayRoute } from './holiday-route.tsx';
import type { PageHandle } from './page-handle.ts';
import { ParamsFormRoute, ParamsIndex } from './params-routes.tsx';
import { PARAMS } from './params-tabs.tsx';
import { screens } from './screens.ts';

const says = (handle: PageHandle) => handle;
const FORM = '/system/params/form';
const APPROVALS = ['SYSTEM_APPROVAL_PROCESS_ORDER', 'SYSTEM_APPROVAL_PROCESS_PROCESS'] as const;

/** The pages of the settings that are no list and no edit page of one entity. */
export const settingsPages: readonly RouteObject[] = [
  {
    path: '/system/params',
    element: <ParamsIndex />,
    handle: says({ permission: PARAMS.map(({ permission }) => permission), title: 'params' }),
  },
  {
    path: FORM,
    element: <Navigate to={`${FORM}/order`} replace />,
    handle: says({ permission: 'SYSTEM_PARAM_SETTING_FORM' }),
  },
  {
    path: `${FORM}/:form`,
    element: <ParamsFormRoute />,
    handle: says({ permission: 'SYSTEM_PARAM_SETTING_FORM', title: 'formSetting', path: FORM }),
  },
  {
    path: '/system/holiday/list',
    element: <HolidayRoute face="list" />,
    handle: says({ permission: 'SYSTEM_HOLIDAY_SETTING', title: 'holidays', path: '/system/holiday' }),
  },
  {
    path: '/system/job',
    element: <screens.jobs />,
    handle: says({ permission: 'SYSTEM_JOB', title: 'jobs' }),
  },
  {
    path: '/system/approval',
    element: <ApprovalIndex />,
    handle: says({ permission: APPROVALS }),
  },
  {
    path: '/system/approval/approvalProcessSetting/:factoryId/:moduleId/:primaryId',
    element: <ApprovalSettingRoute />,
    handle: says({
      permission: APPROVALS.flatMap((code) => [toAct(code, 'ADD'), toAct(code, 'MODIFY')]),
      title: 'approvals',
      path: '/system/approval/order',
    }),
  },
];
