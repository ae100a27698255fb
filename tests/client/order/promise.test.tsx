import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import type { SchedulePromise } from '#shared/answers/schedule/promise.ts';
import type { Form } from '#client/kit/forms/use-form.ts';
import { registerSignedInHost, signIn, stubServer, waitUntil } from '../wire/signed-in-host.ts';
import { makeSuccessReply, type SentCall } from '../wire/wire-stub.ts';

const toMinutes = (instant: string) => Date.parse(instant) / 60_000;
const PROMISE: SchedulePromise = {
  now: toMinutes('2026-05-18T00:00:00Z'),
  end: toMinutes('2026-05-21T08:30:00Z'),
  lateBy: 990,
  chain: [],
  causes: [
    { kind: 'machine', minutes: 600, machineName: '车床 1', orderCodes: ['W-7', 'W-8'] },
    { kind: 'work', minutes: 390, machineName: '', orderCodes: [] },
  ],
  isBesidePlan: true,
  processCount: 2,
  unplaced: [],
};

const host = registerSignedInHost();
let answer: SchedulePromise | null;
beforeEach(() => {
  answer = PROMISE;
});

async function showPromise(): Promise<{ calls: SentCall[]; enterDueDate: (day: unknown) => void }> {
  const { PromiseDate } = await signIn(() => import('#client/features/order/promise/promise-date.tsx'));
  const calls = stubServer(() =>
    answer
      ? makeSuccessReply(answer)
      : { status: 500, body: { success: false, flag: null, code: 'internal', message: 'x', params: {} } },
  );
  const client = new QueryClient();
  const enterDueDate = (day: unknown): void =>
    host.root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <PromiseDate orderId={5} dueDate={day} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  enterDueDate('2026-05-20');
  await waitUntil(() => expect(host.element.querySelector('button')).not.toBeNull());
  return { calls, enterDueDate };
}
const askForPromise = () => host.element.querySelector('button')!.click();
const readAnswer = () => host.element.querySelector('[role="status"]')!.textContent;
const findQuestions = (calls: readonly SentCall[]) =>
  calls.filter(({ path }) => path === '/mes/plan/schedule/promise').map(({ form }) => form['dueDate']);

it('asks the server only after a press, and shows the date, how late it is and why', async () => {
  const { calls } = await showPromise();
  expect(findQuestions(calls)).toEqual([]);
  askForPromise();
  await waitUntil(() => expect(readAnswer()).toContain('05-21 16:30'));
  expect(readAnswer()).toContain('比交期 2026-05-20 晚 16 小时 30 分');
  expect([...host.element.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    '排队等车床 1，10 小时（前面有 W-7、W-8）',
    '加工 6 小时 30 分',
  ]);
  expect(findQuestions(calls)).toEqual(['2026-05-20']);
});

it('asks again when another due date is typed, but not while the day is not complete', async () => {
  const { calls, enterDueDate } = await showPromise();
  askForPromise();
  await waitUntil(() => expect(readAnswer()).toContain('05-21 16:30'));
  answer = { ...PROMISE, lateBy: 0 };
  enterDueDate('2026-05-2');
  enterDueDate('2026-05-25');
  await waitUntil(() => expect(readAnswer()).toContain('赶得上交期 2026-05-25'));
  expect(findQuestions(calls)).toEqual(['2026-05-20', '2026-05-25']);
});

it('is compared in a form with the entered due date, or else with the promised date', async () => {
  const [{ PromiseInForm }, { FormArea }] = await signIn(() =>
    Promise.all([
      import('#client/features/order/promise/promise-in-form.tsx'),
      import('#client/kit/forms/form-context.tsx'),
    ]),
  );
  const calls = stubServer(() => makeSuccessReply(PROMISE));
  const client = new QueryClient();
  const enterDays = (values: Record<string, unknown>): void =>
    host.root.render(
      <QueryClientProvider client={client}>
        <FormArea form={{ values, refusalCount: 0 } as unknown as Form} onSubmit={() => undefined}>
          <PromiseInForm orderId={5} />
        </FormArea>
      </QueryClientProvider>,
    );
  enterDays({ dueDate: '2026-05-20', promisedDate: '2026-05-25' });
  await waitUntil(() => expect(host.element.querySelector('button')).not.toBeNull());
  askForPromise();
  await waitUntil(() => expect(readAnswer()).toContain('05-21 16:30'));
  enterDays({ dueDate: null, promisedDate: '2026-05-25' });
  await waitUntil(() => expect(findQuestions(calls)).toEqual(['2026-05-20', '2026-05-25']));
});

it('says what is missing if nothing can be promised', async () => {
  answer = {
    ...PROMISE,
    end: null,
    causes: [],
    unplaced: [{ processId: 1, name: '粗车', reason: 'noEstimate' }],
  };
  await showPromise();
  askForPromise();
  await waitUntil(() => expect(readAnswer()).toContain('没有标准工时：粗车'));
  answer = { ...answer, processCount: 0, unplaced: [] };
  askForPromise();
  await waitUntil(() => expect(readAnswer()).toContain('工单还没有工序'));
});

it('shows that the call has failed, and asks again after a press', async () => {
  answer = null;
  await showPromise();
  askForPromise();
  await waitUntil(() => expect(readAnswer()).toContain('没有算出交货时间'));
  answer = PROMISE;
  askForPromise();
  await waitUntil(() => expect(readAnswer()).toContain('05-21 16:30'));
});
