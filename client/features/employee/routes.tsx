import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const EmployeeActions = fetchOnFirstRender('EmployeeActions', () => import('./employee-actions.tsx'));
const ResetPasswordAction = fetchOnFirstRender(
  'ResetPasswordAction',
  () => import('./reset-password-action.tsx'),
);

export const pages = {
  employee: makeEntityPage('employee', { icon: 'employee', actions: EmployeeActions }),
  customerUser: makeEntityPage('customerUser', { icon: 'outsider', actions: ResetPasswordAction }),
  supplierUser: makeEntityPage('supplierUser', { icon: 'outsider', actions: ResetPasswordAction }),
} satisfies Feature['pages'];
