import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import type { BatchRun } from '#shared/answers/batch.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
});

const makeRun = (fields: Partial<BatchRun>): BatchRun => ({
  id: 7,
  path: '/mes/report/reverse',
  state: 'done',
  rowCount: 10_000,
  doneCount: 10_000,
  refusedCount: 0,
  createdAt: '2026-11-24T01:00:00.000Z',
  endedAt: null,
  ...fields,
});

/** Shows the batches of the user. @returns the paths of the writing calls that the screen has sent */
async function showBatches(run: BatchRun): Promise<() => string[]> {
  vi.resetModules();
  const [{ OwnBatches }, { session }, { setUpWords }] = await Promise.all([
    import('#client/features/center/own-batches.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const sentCalls = stubFetch(({ path }: SentCall) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === '/mes/batch/list') return makeSuccessReply({ rows: [run] });
    if (path === '/mes/batch/verdicts')
      return makeSuccessReply({
        rows: [{ id: 1, name: 'W-1 · 轴 · 车削', answer: { success: false, code: 'x', message: '已冲销' } }],
      });
    return makeSuccessReply(null);
  });
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <OwnBatches />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(document.querySelector('.center-sessions li')).not.toBeNull());
  return () =>
    sentCalls.map(({ path }) => path).filter((path) => /batch\/(cancel|continue|verdicts)/.test(path));
}
const readButtons = () => [...document.querySelectorAll('li button')].map((button) => button.textContent);
const pressButton = (text: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === text)!.click();

it('tells what became of a large batch, and which rows were refused and why', async () => {
  const readSentPaths = await showBatches(makeRun({ doneCount: 9999, refusedCount: 1 }));
  expect(document.querySelector('li')!.textContent).toContain('冲销报工（10,000 项）');
  expect(document.querySelector('li')!.textContent).toContain('9999 项已完成，1 项被拒绝');
  expect(readButtons()).toEqual(['查看被拒绝项']);
  pressButton('查看被拒绝项');
  await waitUntil(() =>
    expect(document.querySelector('.batch-result-dialog')?.textContent).toContain('W-1 · 轴 · 车削✕ 已冲销'),
  );
  expect(readSentPaths()).toEqual(['/mes/batch/verdicts']);
});

it('continues an interrupted batch, or stops it so that its open rows get their verdict', async () => {
  const readSentPaths = await showBatches(makeRun({ state: 'interrupted', doneCount: 500 }));
  expect(readButtons()).toEqual(['继续', '停止']);
  pressButton('继续');
  await waitUntil(() => expect(readSentPaths()).toEqual(['/mes/batch/continue']));
  await waitUntil(() =>
    expect([...document.querySelectorAll('li button')].every((b) => !(b as HTMLButtonElement).disabled)).toBe(
      true,
    ),
  );
  pressButton('停止');
  await waitUntil(() =>
    expect(readSentPaths()).toEqual(['/mes/batch/continue', '/mes/batch/cancel', '/mes/batch/continue']),
  );
});

it('stops a running batch', async () => {
  const readSentPaths = await showBatches(makeRun({ state: 'running', doneCount: 500 }));
  expect(readButtons()).toEqual(['停止']);
  pressButton('停止');
  await waitUntil(() => expect(readSentPaths()).toEqual(['/mes/batch/cancel']));
});
