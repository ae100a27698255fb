import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';

const PermissionsInput = fetchWhenDrawn('PermissionsInput', () => import('./permissions-input.tsx'));

export const pages = {
  role: makeEntityPage('role', {
    icon: 'role',
    locked: (row) => row['roleType'] === 'system',
    inputs: { permissions: PermissionsInput },
  }),
} satisfies Feature['pages'];
