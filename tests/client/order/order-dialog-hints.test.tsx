import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, stubFetch, makeSuccessReply } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const MILLING_CRAFT = { id: 3, label: '铣削' };
const TURNING_GROUP = { id: 7, label: '车削组' };
const MILLING_GROUP = { id: 8, label: '铣削组' };

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
});

async function loadFormModulesAndSignIn() {
  vi.resetModules();
  const [{ session }, { setUpWords }, { useForm }, { FormArea }] = await Promise.all([
    import('#client/kit/wire/session.ts'),
    import('#client/kit/words/t.ts'),
    import('#client/kit/forms/use-form.ts'),
    import('#client/kit/forms/form-context.tsx'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  return { useForm, FormArea };
}
const renderForm = (children: ReactNode) =>
  root.render(<QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>);

it('warns about a work group that does not do the craft, but not about one that does', async () => {
  const { useForm, FormArea } = await loadFormModulesAndSignIn();
  const [{ WorkGroupProposal: GroupOfCraft }, { entities }] = await Promise.all([
    import('#client/features/order/routing/group-of-craft.tsx'),
    import('#shared/entities/index.ts'),
  ]);
  const sentCalls = stubFetch(({ path, form }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === `${entities.craft.path}/list`) return { body: [MILLING_CRAFT] };
    return { body: form['filter'] ? [MILLING_GROUP] : [TURNING_GROUP] };
  });
  const { craftId, workGroupId } = entities.process.fields;
  function ProcessForm() {
    const form = useForm(
      { craftId, workGroupId },
      { craftId: MILLING_CRAFT.id, workGroupId: TURNING_GROUP.id },
    );
    return (
      <FormArea form={form} onSubmit={() => undefined}>
        <GroupOfCraft hasProposal={false} />
        <button type="button" onClick={() => form.set('workGroupId', MILLING_GROUP.id)}>
          millers
        </button>
      </FormArea>
    );
  }
  renderForm(<ProcessForm />);
  await waitUntil(() => expect(host.querySelector('[role="status"]')?.textContent).toContain('铣削'));
  expect(host.querySelector('[role="status"]')?.textContent).toContain('车削组');
  expect(sentCalls.map((call) => call.form['filter']).filter(Boolean)).toEqual([
    JSON.stringify({ craftIds: MILLING_CRAFT.id }),
  ]);
  host.querySelector('button')!.click();
  await waitUntil(() => expect(host.querySelector('[role="status"]')).toBeNull());
});

it('one press sets the start to 10, 30 or 60 minutes ago, or back to now', async () => {
  await loadFormModulesAndSignIn();
  const { StartTimeButtons } = await import('#client/production/reporting/start-time-buttons.tsx');
  const pickedTimes: (string | null)[] = [];
  const renderButtons = () =>
    renderForm(
      <StartTimeButtons
        at={pickedTimes.at(-1) ?? null}
        onPick={(at) => {
          pickedTimes.push(at);
          renderButtons();
        }}
      />,
    );
  renderButtons();
  await waitUntil(() => expect(host.querySelectorAll('button')).toHaveLength(4));
  const findButtons = () => [...host.querySelectorAll('button')];
  const readPressedStates = () => findButtons().map((button) => button.getAttribute('aria-pressed'));
  expect(readPressedStates()).toEqual(['true', 'false', 'false', 'false']);
  for (const [index, minutes] of [10, 30, 60].entries()) {
    findButtons()[index + 1]!.click();
    expect(Math.round((Date.now() - Date.parse(pickedTimes.at(-1)!)) / 60_000)).toBe(minutes);
    await waitUntil(() => expect(readPressedStates()[index + 1]).toBe('true'));
  }
  findButtons()[0]!.click();
  expect(pickedTimes.at(-1)).toBeNull();
});
