import { Navigate, type RouteObject } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import { toAct, toRead } from '#shared/kernel/permissions.ts';
import { ApprovalIndex, ApprovalSettingRoute } from './approval-routes.tsx';
import { HolidayRoute } from './holiday-route.tsx';
import type { PageHandle } from '#client/kit/pages/page-handle.ts';
import { ParamsFormRoute, ParamsIndex } from './params-routes.tsx';
import { FORMS, PARAMS } from './params-tabs.tsx';
import { screens } from './screens.ts';

const says = (handle: PageHandle) => handle;
const APPROVALS = [entities.orderApproval.permission, entities.processApproval.permission].map(toRead);

/** The pages of the settings that are no list and no edit page of one entity. */
export const settingsPages: readonly RouteObject[] = [
  {
    path: '/system/params',
    element: <ParamsIndex />,
    handle: says({ permission: PARAMS.map(({ permission }) => permission), title: 'params' }),
  },
  {
    path: FORMS.path,
    element: <Navigate to={`${FORMS.path}/order`} replace />,
    handle: says({ permission: FORMS.permission }),
  },
  {
    path: `${FORMS.path}/:form`,
    element: <ParamsFormRoute />,
    handle: says(FORMS),
  },
  {
    path: '/system/holiday/list',
    element: <HolidayRoute face="list" />,
    handle: says({
      permission: toRead(entities.holiday.permission),
      title: 'holidays',
      path: '/system/holiday',
    }),
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
