import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const AndonScreen = fetchOnFirstRender('AndonScreen', () => import('./andon-screen.tsx'));
const CallTypeInput = fetchOnFirstRender('CallTypeInput', () => import('./call-type-input.tsx'));

const ANDON_PATH = '/andon';

export const routes: readonly PageRoute[] = [
  {
    path: ANDON_PATH,
    element: <AndonScreen />,
    handle: { permission: PRODUCTION_PERMISSION, title: 'callsTitle', menu: { icon: 'call' } },
  },
];

export const pages = {
  callRule: makeEntityPage('callRule', { icon: 'rule', inputs: { typeId: CallTypeInput } }),
  alarmRule: makeEntityPage('alarmRule', { icon: 'rule' }),
  alarm: makeEntityPage('alarm', { icon: 'alerts', firstColumnsOnPhone: ['name', 'state'] }),
} satisfies Feature['pages'];

export const customPages = { abnormalCall: { rowPath: () => ANDON_PATH } } satisfies Feature['customPages'];
