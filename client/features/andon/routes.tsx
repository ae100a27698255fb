import { PRODUCTION } from '#shared/kernel/permissions.ts';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';

const AndonScreen = fetchWhenDrawn('AndonScreen', () => import('./andon-screen.tsx'));
const CallTypeInput = fetchWhenDrawn('CallTypeInput', () => import('./call-type-input.tsx'));

const AT = '/andon';

export const routes: readonly PageRoute[] = [
  {
    path: AT,
    element: <AndonScreen />,
    handle: { permission: PRODUCTION, title: 'openCalls', menu: { icon: 'call' } },
  },
];

export const pages = {
  callRule: makeEntityPage('callRule', { icon: 'rule', inputs: { typeId: CallTypeInput } }),
} satisfies Feature['pages'];

export const elsewhere = { abnormalCall: { rowPath: () => AT } } satisfies Feature['elsewhere'];
