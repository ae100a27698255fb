import { ANY_ACCOUNT_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const KanbanActions = fetchOnFirstRender('KanbanActions', () => import('./kanban-actions.tsx'));
const KanbanPage = fetchOnFirstRender('KanbanPage', () => import('./kanban-page.tsx'));

const LIST_PATH = '/customerKanban';

export const pages = {
  customerKanban: makeEntityPage('customerKanban', {
    listPath: LIST_PATH,
    icon: 'customer',
    actions: KanbanActions,
    firstColumnsOnPhone: ['name', 'customerId', 'layout'],
  }),
} satisfies Feature['pages'];

export const customPages = {
  kanbanLink: { rowPath: () => LIST_PATH },
} satisfies Feature['customPages'];

export const routes: readonly PageRoute[] = [
  {
    path: '/kanban/:id',
    element: <KanbanPage />,
    handle: { permission: ANY_ACCOUNT_PERMISSION, title: 'customerKanban', fillsWindow: true },
  },
];
