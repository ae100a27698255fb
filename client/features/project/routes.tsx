import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const ProjectScreen = fetchOnFirstRender('ProjectScreen', () => import('./project-screen.tsx'));

const LIST_PATH = '/project';

export const routes: readonly PageRoute[] = [
  {
    path: `${LIST_PATH}/:id`,
    element: <ProjectScreen />,
    handle: { permission: 'PROJECT_MANAGE', title: 'projects', path: LIST_PATH },
  },
];

export const pages = {
  project: makeEntityPage('project', {
    icon: 'project',
    listPath: LIST_PATH,
    editPath: (row) => (row ? `${LIST_PATH}/${row.id}` : `${LIST_PATH}/edit/new`),
  }),
} satisfies Feature['pages'];
