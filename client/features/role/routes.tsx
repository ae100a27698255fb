import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const PermissionsInput = fetchOnFirstRender('PermissionsInput', () => import('./permissions-input.tsx'));

export const pages = {
  role: makeEntityPage('role', {
    icon: 'role',
    isLocked: (row) => row['roleType'] === 'system',
    inputs: { permissions: PermissionsInput },
  }),
} satisfies Feature['pages'];
