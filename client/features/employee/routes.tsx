import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';

const EmployeeActions = fetchWhenDrawn('EmployeeActions', () => import('./employee-actions.tsx'));
const ResetPasswordAction = fetchWhenDrawn(
  'ResetPasswordAction',
  () => import('./reset-password-action.tsx'),
);

export const pages = {
  employee: makeEntityPage('employee', { icon: 'employee', actions: EmployeeActions }),
  customerUser: makeEntityPage('customerUser', { icon: 'outsider', actions: ResetPasswordAction }),
  supplierUser: makeEntityPage('supplierUser', { icon: 'outsider', actions: ResetPasswordAction }),
} satisfies Feature['pages'];
