import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const EmployeeActions = fetchOnFirstRender('EmployeeActions', () => import('./employee-actions.tsx'));
const PasswordActions = fetchOnFirstRender('PasswordActions', () => import('./password-actions.tsx'));

export const pages = {
  employee: makeEntityPage('employee', { icon: 'employee', actions: EmployeeActions }),
  customerUser: makeEntityPage('customerUser', { icon: 'outsider', actions: PasswordActions }),
  supplierUser: makeEntityPage('supplierUser', { icon: 'outsider', actions: PasswordActions }),
} satisfies Feature['pages'];
