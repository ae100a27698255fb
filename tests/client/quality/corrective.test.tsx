import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { CorrectiveDetail, CorrectiveMeasure, WaitingCorrective } from '#shared/quality/corrective.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { EditStepDialog } from '#client/features/quality/corrective/edit-step-dialog.tsx';
import { CorrectivePage } from '#client/features/quality/corrective/corrective-page.tsx';
import { WaitingCorrectives } from '#client/features/quality/corrective/waiting-correctives.tsx';
import { session } from '#client/kit/wire/session.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { registerSignedInHost } from '../wire/signed-in-host.ts';
import {
  makeRefusedReply,
  makeServerKeyPair,
  makeSuccessReply,
  stubFetch,
  type SentCall,
} from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm('zh_CN', key, params);
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const TODAY = toLocalDay('Asia/Shanghai', Date.now());
const OWN_ID = 7;

const makeMeasure = (fields: Partial<CorrectiveMeasure> = {}): CorrectiveMeasure => ({
  ...{ id: 21, version: 3, kind: 'correcting', what: '每 50 件更换刀片', ownerId: 9, owner: '王磊' },
  ...{ dueOn: addDays(TODAY, 2), state: 'measureOpen', doneOn: null, doneBy: null, result: null },
  ...fields,
});
const makeCorrective = (fields: Partial<CorrectiveDetail> = {}): CorrectiveDetail => ({
  ...{
    id: 5,
    version: 4,
    code: 'D261121-01',
    state: 'correctiveOpen',
    errorClassId: 1,
    errorClass: '尺寸 / 外径',
  },
  ...{ craftId: null, craft: null, partCode: null, problem: '外径偏小', leaderId: OWN_ID, leader: '高飞' },
  ...{ memberIds: [], members: [], containment: null, whys: ['刀片磨损'], rootCause: '刀片磨损' },
  ...{ preventiveAction: null, checkAfterDays: 30, checkDueOn: null, round: 1 },
  ...{ raisedAt: '2026-11-20T02:00:00Z', raisedBy: '高飞', closedAt: null, closingReason: null },
  ...{ measures: [makeMeasure()], events: [], exceptions: [], trend: [] },
  ...fields,
});

const signedInHost = registerSignedInHost();
afterEach(() => vi.restoreAllMocks());

/** Renders components for a signed-in person. `answer` makes the replies to commands. */
async function renderForPerson(
  children: ReactNode,
  permissions: PermissionCode[],
  answer: (call: SentCall) => ReturnType<typeof makeRefusedReply> = () => makeSuccessReply({ id: 5 }),
) {
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  const user = { permissions, employeeId: OWN_ID, mustChangePassword: false, zone: 'Asia/Shanghai' };
  session.signIn({ validateKey: 'token-1', user: user as unknown as CurrentUser, remembered: false });
  const sentCalls = stubFetch((call: SentCall) =>
    call.path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : answer(call),
  );
  signedInHost.root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(signedInHost.element.textContent).not.toBe(''));
  return { listSent: (path: string) => sentCalls.filter((call) => call.path === path) };
}
const showPage = (
  corrective: CorrectiveDetail,
  permissions: PermissionCode[] = ['QUALITY_CORRECT'],
  answer?: Parameters<typeof renderForPerson>[2],
) => renderForPerson(<CorrectivePage corrective={corrective} />, permissions, answer);
const findButtons = (text: string, container: ParentNode = signedInHost.element) =>
  [...container.querySelectorAll('button')].filter((button) => button.textContent === text);
const findDialog = () => document.querySelector('[role="dialog"]')!;
const openDialog = async (buttonText: string) => {
  findButtons(buttonText)[0]!.click();
  await waitUntil(() => expect(findDialog()).not.toBeNull());
};
const submit = (text: string) => findButtons(text, findDialog()).at(-1)!.click();

it('the head tells which of the eight steps are done', async () => {
  await showPage(makeCorrective({ containment: '库存全检', members: ['王磊'] }));
  const steps = [...signedInHost.element.querySelectorAll('.corrective-progress li')];
  expect(steps.map((step) => step.textContent.slice(2, 4))).toEqual([
    ...['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8'],
  ]);
  expect(steps.filter((step) => step.getAttribute('data-done') === 'true')).toHaveLength(5);
  expect(signedInHost.element.querySelector('.corrective-progress')?.getAttribute('aria-label')).toBe(
    translate('stepsDone', { done: 5, count: 8 }),
  );
});

it('a step is saved with the version that the form was opened with, so that no later change is overwritten', async () => {
  let change: (corrective: CorrectiveDetail) => void;
  function ChangingDialog() {
    const [corrective, setCorrective] = useState(makeCorrective());
    change = setCorrective;
    return (
      <>
        <p>{corrective.code}</p>
        <EditStepDialog corrective={corrective} step="stepContainment" onClose={() => undefined} />
      </>
    );
  }
  const { listSent } = await renderForPerson(<ChangingDialog />, ['QUALITY_CORRECT']);
  await waitUntil(() => expect(findButtons(translate('save'), findDialog())).toHaveLength(1));
  change!(makeCorrective({ version: 5, code: 'D-CHANGED' }));
  await waitUntil(() => expect(signedInHost.element.textContent).toContain('D-CHANGED'));
  submit(translate('save'));
  await waitUntil(() => expect(listSent('/mes/quality/corrective/save')).toHaveLength(1));
  expect(listSent('/mes/quality/corrective/save')[0]!.form).toMatchObject({ id: '5', version: '4' });
});

it('the check begins by hand only after all measures are done', async () => {
  await showPage(makeCorrective());
  expect(findButtons(translate('beginCheck'))).toEqual([]);
  expect(findButtons(translate('cancelCorrective'))).toHaveLength(1);
  await showPage(makeCorrective({ measures: [makeMeasure({ state: 'measureDone', doneOn: TODAY })] }));
  await waitUntil(() => expect(findButtons(translate('beginCheck'))).toHaveLength(1));
});

it('without the permission only an own measure can be completed, and nothing edited', async () => {
  await showPage(
    makeCorrective({ measures: [makeMeasure(), makeMeasure({ id: 22, ownerId: OWN_ID, what: '培训' })] }),
    [],
  );
  expect(findButtons(translate('completeMeasure'))).toHaveLength(1);
  expect(findButtons(translate('completeMeasure'))[0]!.closest('li')!.textContent).toContain('培训');
  for (const key of ['edit', 'addMeasure', 'cancelCorrective'] as const)
    expect([key, findButtons(translate(key))]).toEqual([key, []]);
});

it('a corrective measure is planned only after the root cause is written', async () => {
  await showPage(makeCorrective({ rootCause: null, measures: [] }));
  expect(signedInHost.element.querySelector('#stepPlan')!.textContent).toContain(translate('rootCauseFirst'));
  // Measures of containment and prevention can be added without a root cause.
  expect(findButtons(translate('addMeasure')).map((button) => button.closest('section')!.id)).toEqual([
    'stepContainment',
    'stepPrevention',
  ]);
});

it('an open measure says how late it is, a done one does not', async () => {
  const dueOn = addDays(TODAY, -3);
  await showPage(
    makeCorrective({
      measures: [makeMeasure({ dueOn }), makeMeasure({ id: 22, dueOn, state: 'measureDone', doneOn: TODAY })],
    }),
  );
  const lateTexts = [...signedInHost.element.querySelectorAll('.corrective-late')].map((element) =>
    element.textContent.trim(),
  );
  expect(lateTexts).toEqual([translate('daysLate', { days: 3 })]);
});

it('a verdict needs a choice and a reason, and an early one shows why it was refused', async () => {
  const corrective = makeCorrective({ state: 'correctiveChecking', checkDueOn: addDays(TODAY, 9) });
  const { listSent } = await showPage(corrective, ['QUALITY_CORRECT'], () =>
    makeRefusedReply(409, { code: 'checkTooEarly', message: '还不能判定为有效' }),
  );
  await openDialog(translate('judgeEffect'));
  submit(translate('judgeEffect'));
  await waitUntil(() => expect(findDialog().querySelectorAll('[aria-invalid="true"]')).toHaveLength(2));
  expect(listSent('/mes/quality/corrective/judge')).toEqual([]);
  const enterValue = (selector: string, value: string, kind: 'change' | 'input') => {
    const input = findDialog().querySelector<HTMLInputElement>(selector)!;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!;
    set!.call(input, value);
    input.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  enterValue('select', 'judgeEffective', 'change');
  enterValue('textarea', '两周没有再发', 'input');
  submit(translate('judgeEffect'));
  await waitUntil(() => expect(findDialog().textContent).toContain('还不能判定为有效'));
  expect(listSent('/mes/quality/corrective/judge')[0]!.form).toMatchObject({
    ...{ id: '5', version: '4', verdict: 'judgeEffective', reason: '两周没有再发' },
  });
});

const WAITING: WaitingCorrective = {
  ...{ correctiveId: 5, code: 'D261121-01', state: 'correctiveOpen', waitsFor: 'completeMeasure' },
  ...{ measureId: 21, measureVersion: 3, what: '每 50 件更换刀片', errorClass: '外径' },
  ...{ dueOn: addDays(TODAY, -1), isOverdue: true },
};

it('an own measure is completed from the list of what waits, as done today', async () => {
  const { listSent } = await renderForPerson(<WaitingCorrectives rows={[WAITING]} />, []);
  expect(signedInHost.element.textContent).toContain(translate('daysLate', { days: 1 }));
  await openDialog(translate('completeMeasure'));
  expect(findDialog().textContent).toContain('每 50 件更换刀片');
  submit(translate('completeMeasure'));
  await waitUntil(() => expect(findDialog()).toBeNull());
  expect(listSent('/mes/quality/correctiveMeasure/complete')[0]!.form).toMatchObject({
    ...{ id: '21', version: '3', doneOn: TODAY },
  });
});

it('a check that is due leads to its page', async () => {
  const dueCheck: WaitingCorrective = {
    ...WAITING,
    waitsFor: 'judgeEffect',
    measureId: null,
    measureVersion: null,
  };
  await renderForPerson(<WaitingCorrectives rows={[dueCheck]} />, []);
  const link = [...signedInHost.element.querySelectorAll('a')].find(
    ({ textContent }) => textContent === translate('judgeEffect'),
  );
  expect(link?.getAttribute('href')).toBe('/quality/corrective/5');
});

it('printing the page prints the 8D report instead, unless its dialog prints it', async () => {
  await showPage(makeCorrective());
  const listSheets = () => document.querySelectorAll('.printed-form .corrective-sheet');
  expect(listSheets()).toHaveLength(0);
  window.dispatchEvent(new Event('beforeprint'));
  expect(listSheets()).toHaveLength(1);
  window.dispatchEvent(new Event('afterprint'));
  await waitUntil(() => expect(listSheets()).toHaveLength(0));
  signedInHost.element.querySelector<HTMLElement>(`[aria-label="${translate('printCorrective')}"]`)!.click();
  await waitUntil(() => expect(document.querySelector('.print-dialog')).not.toBeNull());
  // The sheet is focusable, so that the keyboard can scroll a long sheet.
  expect(document.querySelector<HTMLElement>('.print-dialog .bp6-dialog-body')!.tabIndex).toBe(0);
  window.dispatchEvent(new Event('beforeprint'));
  expect(listSheets()).toHaveLength(0);
});
