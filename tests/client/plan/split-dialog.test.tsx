import { expect, it } from 'vitest';
import { findButton, listTexts, openSchedulePage, page, t, waitUntil } from './schedule-page.tsx';

const SPLIT = '/mes/process/split/save';

const findSent = (path: string) => page.sentCalls.filter((call) => call.path === path);
const readShares = (index = 0) =>
  (
    JSON.parse(findSent(SPLIT)[index]!.form['shares']!) as {
      id: number | null;
      deviceId: number;
      quantity: number;
    }[]
  ).map(({ id, deviceId, quantity }) => [id, deviceId, quantity]);
const setValue = (element: HTMLInputElement | HTMLSelectElement, value: string, event: string) => {
  const prototype =
    element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(element, value);
  element.dispatchEvent(new Event(event, { bubbles: true }));
};
const listInputs = () => [...document.querySelectorAll<HTMLInputElement>('.split-shares input')];
const findSubmit = () => document.querySelector<HTMLButtonElement>('button[type="submit"]');

async function openTableDialog(action: string): Promise<void> {
  await openSchedulePage('/plan/CycleSchedule?form=planAsTable');
  await waitUntil(() => expect(listTexts('.plan-table tbody tr[aria-rowindex]')).toHaveLength(3));
  findButton(`${action}: W-4001 · 20 精车`)!.click();
}

it('proposes equal shares on the first machines, and sends no sum that is wrong', async () => {
  await openTableDialog(t('splitOperationAction'));
  await waitUntil(() => expect(listInputs().map(({ value }) => value)).toEqual(['5', '4']));
  setValue(listInputs()[0]!, '7', 'input');
  await waitUntil(() =>
    expect(document.querySelector('.split-sum')!.textContent).toBe(
      t('sharesAddUp', { sum: 11, remaining: 9 }),
    ),
  );
  expect(document.querySelector('.split-sum')!.classList).toContain('split-wrong');
  expect(findSubmit()?.disabled ?? true).toBe(true);
  setValue(document.querySelector('.split-tools select')!, '3', 'change');
  await waitUntil(() => expect(listInputs().map(({ value }) => value)).toEqual(['3', '3', '3']));
  // A machine must not have two shares.
  const select = document.querySelectorAll<HTMLSelectElement>('.split-shares select')[1]!;
  setValue(select, '1', 'change');
  await waitUntil(() =>
    expect(document.querySelector('.split-sum')!.textContent).toContain(
      t('error.shareMachineTwice', { device: 'Lathe 1' }),
    ),
  );
  setValue(select, '2', 'change');
  await waitUntil(() => expect(findSubmit()?.disabled).toBe(false));
  findSubmit()!.click();
  await waitUntil(() => expect(findSent(SPLIT)).toHaveLength(1));
  expect(findSent(SPLIT)[0]!.form).toMatchObject({ processId: '1', version: '3' });
  expect(readShares()).toEqual([
    [null, 1, 3],
    [null, 2, 3],
    [null, 3, 3],
  ]);
  // A split can be undone like a drag.
  await waitUntil(() => expect(findButton(t('undo'))).toBeDefined());
  page.split = { ...page.split, version: 4 };
  findButton(t('undo'))!.click();
  await waitUntil(() => expect(findSent(SPLIT)).toHaveLength(2));
  expect(readShares(1)).toEqual([]);
});

it('joins a split operation again', async () => {
  const shares = [5, 4].map((quantity, index) => ({
    id: 91 + index,
    deviceId: index + 1,
    quantity,
    appointmentStart: null,
    appointmentEnd: null,
  }));
  page.split = { ...page.split, shares };
  await openTableDialog(t('splitOperationAction'));
  await waitUntil(() => expect(findButton(t('joinOperation'))).toBeDefined());
  findButton(t('joinOperation'))!.click();
  await waitUntil(() => expect(findSent(SPLIT)).toHaveLength(1));
  expect(readShares()).toEqual([]);
});

it('moves an operation to another group, and warns of a group without the craft', async () => {
  await openTableDialog(t('moveToGroup'));
  await waitUntil(() => expect(document.querySelector('.split-group option')).not.toBeNull());
  const options = [...document.querySelectorAll('.split-group option')].map(({ textContent }) => textContent);
  expect(options).toEqual(['G2 · Milling', '⚠ G3 · Grinding']);
  setValue(document.querySelector('.split-group select')!, '3', 'change');
  await waitUntil(() =>
    expect(document.querySelector('.split-warning')!.textContent).toBe(
      t('groupWithoutCraft', { craft: 'Turning' }),
    ),
  );
  findSubmit()!.click();
  await waitUntil(() => expect(findSent('/mes/process/save')).toHaveLength(1));
  expect(findSent('/mes/process/save')[0]!.form).toMatchObject({ workGroupId: '3', deviceId: '' });
});
