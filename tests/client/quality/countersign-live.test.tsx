import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { CountersignRound, QualityDetail, SigningReminder } from '#shared/quality/answers.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { ReminderMark } from '#client/app/shell/notices/reminder-mark.tsx';
import { SignDialog } from '#client/features/quality/dialogs/sign-dialog.tsx';
import { QualityRounds } from '#client/features/quality/quality-rounds.tsx';
import { RaiseExceptionDialog } from '#client/production/quality/raise-exception-dialog.tsx';
import { session } from '#client/kit/wire/session.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { registerSignedInHost } from '../wire/signed-in-host.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const OWN_ID = 7;
const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm('zh_CN', key, params);
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

const makeRound = (fields: Partial<CountersignRound> = {}): CountersignRound => ({
  ...{ id: 3, stage: 'remedies', number: 1, document: {}, documentHash: 'x', by: '高飞' },
  ...{ at: '2026-11-20T02:00:00Z', signatures: [], isOpen: true },
  signers: [{ employeeId: 9, name: '王磊', remindedAt: '2026-11-20T03:05:00Z' }],
  ...fields,
});
const makeException = (round: CountersignRound) =>
  ({ id: 5, rounds: [round], state: 'remediesInCountersign' }) as unknown as QualityDetail;

const signedInHost = registerSignedInHost();
let renderCount = 0;
afterEach(() => {
  // Without a session, the page does not report that the person has left.
  session.clear();
  signedInHost.root.unmount();
  vi.restoreAllMocks();
});

/** Renders components for a signed-in person. @param answers the data of the answers, by path */
async function renderForPerson(
  children: ReactNode,
  answers: Record<string, unknown>,
  permissions: PermissionCode[] = [],
) {
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  const user = {
    ...{
      kind: 'employee',
      permissions,
      employeeId: OWN_ID,
      mustChangePassword: false,
      zone: 'Asia/Shanghai',
    },
  };
  session.signIn({ validateKey: 'token-1', user: user as unknown as CurrentUser, remembered: false });
  const sentCalls = stubFetch((call: SentCall) =>
    call.path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : makeSuccessReply(answers[call.path] ?? { rows: [] }),
  );
  renderCount += 1;
  signedInHost.root.render(
    <QueryClientProvider key={renderCount} client={new QueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  );
  return { listSent: (path: string) => sentCalls.filter((call) => call.path === path) };
}
/** Types a text as a person does. React notices only a value that the browser's own setter writes. */
function typeInto(input: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const prototype =
    input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
const findButton = (text: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === text);

it('an open round shows who else looks at it and who was reminded, and says that the person has left', async () => {
  const viewers = [
    { employeeId: OWN_ID, name: '我' },
    { employeeId: 9, name: '王磊' },
    { employeeId: 11, name: '陈静' },
  ];
  const { listSent } = await renderForPerson(<QualityRounds exception={makeException(makeRound())} />, {
    '/mes/quality/look': { rows: viewers },
  });
  await waitUntil(() =>
    expect(signedInHost.element.querySelector('[role="status"]')?.textContent).toBe(
      translate('viewersNow', { names: '王磊、陈静' }),
    ),
  );
  expect(signedInHost.element.textContent).toContain(translate('remindedAt', { at: '11-20 11:05' }));
  expect(listSent('/mes/quality/look')).toHaveLength(1);
  signedInHost.root.render(null);
  await waitUntil(() => expect(listSent('/mes/quality/look')).toHaveLength(2));
});

it('a round that is over is looked at by nobody, and reminds nobody', async () => {
  const { listSent } = await renderForPerson(
    <QualityRounds exception={makeException(makeRound({ isOpen: false }))} />,
    {},
    ['QUALITY_DETERMINE'],
  );
  await waitUntil(() => expect(signedInHost.element.textContent).toContain('王磊'));
  expect(findButton(translate('remindSigners'))).toBeUndefined();
  expect(listSent('/mes/quality/look')).toEqual([]);
});

it('the signers of a round and those who determine can remind, others cannot', async () => {
  const ownSigner = { employeeId: OWN_ID, name: '我', remindedAt: null };
  const answers = { '/mes/quality/remind': { names: ['王磊'] } };
  // Each round has another signer, so the name on the page shows that the page of the round before is gone.
  const otherSigner = { employeeId: 9, name: '陈静', remindedAt: null };
  for (const [round, permissions, mayRemind] of [
    [makeRound(), [], false],
    [makeRound({ signers: [otherSigner] }), ['QUALITY_DETERMINE'], true],
    [makeRound({ signers: [ownSigner] }), [], true],
  ] as const) {
    const { listSent } = await renderForPerson(<QualityRounds exception={makeException(round)} />, answers, [
      ...permissions,
    ]);
    await waitUntil(() => expect(signedInHost.element.textContent).toContain(round.signers[0]!.name));
    expect(findButton(translate('remindSigners')) !== undefined).toBe(mayRemind);
    if (!mayRemind) continue;
    findButton(translate('remindSigners'))!.click();
    await waitUntil(() => expect(listSent('/mes/quality/remind')).toHaveLength(1));
  }
});

it('the top bar leads a reminded person to the first exception, and shows nothing otherwise', async () => {
  const reminder: SigningReminder = { exceptionId: 5, code: 'Q-1', by: '高飞', at: '2026-11-20T02:00:00Z' };
  await renderForPerson(<ReminderMark />, {
    '/mes/quality/reminders': { rows: [reminder, { ...reminder, exceptionId: 6 }] },
  });
  await waitUntil(() =>
    expect(signedInHost.element.querySelector('a')?.getAttribute('href')).toBe('/quality/5'),
  );
  expect(signedInHost.element.querySelector('.visually-hidden')!.textContent).toBe(
    translate('remindersBadge', { count: 2 }),
  );
  const { listSent } = await renderForPerson(<ReminderMark />, {});
  await waitUntil(() => expect(listSent('/mes/quality/reminders')).toHaveLength(1));
  await waitUntil(() => expect(signedInHost.element.querySelector('a')).toBeNull());
});

it('a result signs at once if the password is entered, and waits for what is missing otherwise', async () => {
  const round = makeRound({ signers: [{ employeeId: OWN_ID, name: '我', remindedAt: null }] });
  const exception = { ...makeException(round), code: 'Q-1', signFor: [{ employeeId: OWN_ID, name: '我' }] };
  const { listSent } = await renderForPerson(
    <SignDialog exception={exception} round={round} onClose={() => undefined} />,
    { '/mes/quality/sign': { id: 5 } },
  );
  const findResult = (key: TermKey) =>
    [...document.querySelectorAll('button')].find(({ textContent }) =>
      textContent.endsWith(` ${translate(key)}`),
    )!;
  await waitUntil(() => expect(findResult('passed')).toBeDefined());
  findResult('passed').click();
  await waitUntil(() =>
    expect(findButton(translate('signAs', { result: translate('passed') }))).toBeDefined(),
  );
  typeInto(document.querySelector('input[type="password"]')!, 'Better123');
  // A signer who rejects the document must give a reason.
  findResult('notPassed').click();
  await waitUntil(() =>
    expect(findButton(translate('signAs', { result: translate('notPassed') }))).toBeDefined(),
  );
  expect(listSent('/mes/quality/sign')).toEqual([]);
  findResult('passed').click();
  await waitUntil(() => expect(listSent('/mes/quality/sign')).toHaveLength(1));
});

it('an exception is raised by the form settings: without what is hidden, and only with what is required', async () => {
  const fields = [
    { field: 'picture', shown: false, required: false, initial: null },
    { field: 'description', shown: true, required: true, initial: null },
    { field: 'errorClassId', shown: true, required: true, initial: null },
  ];
  await renderForPerson(<RaiseExceptionDialog processId={4} name="粗车" onClose={() => undefined} />, {
    '/mes/system/params/form/page': { rows: [{ form: 'qualityException', fields }], total: 1 },
    '/mes/quality/holdable': { rows: [{ processId: 4, source: 'good', available: 2 }], report: null },
    '/mes/system/classify/list': [{ id: 1, label: '尺寸超差' }],
  });
  await waitUntil(() => expect(findButton('尺寸超差')).toBeDefined());
  await waitUntil(() => expect(findButton(translate('defectUnknown'))).toBeUndefined());
  expect(findButton(translate('takePicture'))).toBeUndefined();
  expect(findButton('尺寸超差')!.disabled).toBe(true);
  typeInto(document.querySelector('textarea')!, '太小');
  await waitUntil(() => expect(findButton('尺寸超差')!.disabled).toBe(false));
});
