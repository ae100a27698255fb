import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { PlanNotice } from '#shared/answers/daily-plan.ts';
import { translateTerm } from '#shared/terms/index.ts';
import type { IdentifiedPerson } from '#client/features/terminal/people/identified-people.ts';
import { registerSignedInHost, signIn, stubServer, waitUntil } from '../wire/signed-in-host.ts';
import { makeSuccessReply } from '../wire/wire-stub.ts';

const host = registerSignedInHost();
const makeNotice = (planId: number, workGroupId: number): PlanNotice => ({
  planId,
  day: '2026-05-20',
  number: planId,
  workGroupId,
  workGroupName: `班组${workGroupId}`,
  added: 1,
  moved: 2,
  dropped: 0,
  isWithdrawn: false,
  at: '2026-05-19T00:00:00.000Z',
  by: '马晓东',
});
const readLines = () => [...host.element.querySelectorAll('li')].map(({ textContent }) => textContent);

it('shows the changes of one plan at a time, those of the next plan after they were read', async () => {
  const { PlanNotices } = await signIn(() => import('#client/features/terminal/plan/plan-notices.tsx'));
  let rows = [makeNotice(2, 7), makeNotice(2, 8), makeNotice(3, 7)];
  const sentCalls = stubServer(({ path, form }) => {
    if (!path.endsWith('/read')) return makeSuccessReply({ rows });
    rows = rows.filter(({ planId }) => String(planId) !== form['planId']);
    return makeSuccessReply(null);
  });
  host.root.render(
    <QueryClientProvider client={new QueryClient()}>
      <PlanNotices worker={{ employeeId: 4, token: 'worker-1' } as IdentifiedPerson} />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(readLines()).toHaveLength(3));
  expect(readLines().map((line) => /班组\d/.exec(line)?.[0])).toEqual(['班组7', '班组8', undefined]);
  expect(readLines().at(-1)).toBe(translateTerm('zh_CN', 'morePlanNotices', { count: 1 }));
  expect(host.element.querySelectorAll('button')).toHaveLength(1);
  host.element.querySelector('button')!.click();
  await waitUntil(() => expect(readLines()).toHaveLength(1));
  expect(readLines()[0]).toContain('第 3 版');
  expect(sentCalls.filter(({ path }) => path.endsWith('/read')).map(({ form }) => form['planId'])).toEqual([
    '2',
  ]);
});

it('tells the person why the notices are still unread', async () => {
  const { PlanNotices } = await signIn(() => import('#client/features/terminal/plan/plan-notices.tsx'));
  const { getShownToasts } = await import('#client/kit/messages/toasts.ts');
  const refusal = { success: false, flag: null, code: 'requestFailed', message: '网络中断', params: {} };
  stubServer(({ path }) =>
    path.endsWith('/read') ? { status: 503, body: refusal } : makeSuccessReply({ rows: [makeNotice(2, 7)] }),
  );
  host.root.render(
    <QueryClientProvider client={new QueryClient()}>
      <PlanNotices worker={{ employeeId: 4, token: 'worker-1' } as IdentifiedPerson} />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(readLines()).toHaveLength(1));
  host.element.querySelector('button')!.click();
  await waitUntil(() => expect(getShownToasts().map(({ text }) => text)).toEqual(['网络中断']));
  expect(readLines()).toHaveLength(1);
});
