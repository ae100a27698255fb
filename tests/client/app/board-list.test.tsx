import { act } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { EMPTY_BOARD } from '#shared/boards/board.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { BoardListScreen } from '#client/app/board-pages/board-list-screen.tsx';
import { session } from '#client/kit/wire/session.ts';
import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import { mainHallPreset } from '#boards/presets/main-hall.ts';
import { makeRefusedReply, makeSuccessReply } from '../wire/wire-stub.ts';
import { findButton, pressButton, setUpBoardPage, waitUntil } from './board-page-host.tsx';

const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm('zh_CN', key, params);
const translateAll = (keys: string) => keys.split(' ').map((key) => translate(key as TermKey));

const makeRow = (id: number, name: string, ownerId: number, overrides = {}) => ({
  id,
  version: 3,
  name,
  ownerId,
  sharing: 'everyone',
  roleIds: [],
  preset: null,
  edition: 2,
  tileCount: 5,
  createdAt: '2026-11-22T08:00:00.000Z',
  updatedAt: '2026-11-22T08:00:00.000Z',
  updatedBy: 'Li Lei',
  labels: { ownerId: ownerId === 1 ? '李雷' : '韩梅梅' },
  ...overrides,
});
const BOARDS = [makeRow(11, '一车间', 1), makeRow(12, '二车间', 2)];

const host = setUpBoardPage(({ path }) => {
  if (path === '/mes/kanban/mine') return makeSuccessReply([]);
  return makeSuccessReply(path === '/mes/board/page' ? { rows: BOARDS, total: BOARDS.length } : { id: 13 });
});
const typeText = (element: HTMLInputElement | HTMLTextAreaElement, value: string) =>
  act(async () => {
    const { set: setValue } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!;
    setValue!.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
const readMenu = async (name: string) => {
  await pressButton(`${translate('moreActions')}: ${name}`);
  await waitUntil(() => expect(document.querySelector('[role="menuitem"]')).not.toBeNull());
  return [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent);
};

/** Replaces the designer page. Shows the path of the page. */
const Address = () => `designer of ${useLocation().pathname}`;

async function openBoardList(...permissions: PermissionCode[]) {
  session.signIn({
    validateKey: 'token-1',
    user: {
      kind: 'employee',
      employeeId: 1,
      permissions,
      mustChangePassword: false,
      zone: 'Asia/Shanghai',
    } as unknown as CurrentUser,
    remembered: false,
  });
  await host.render(
    <MemoryRouter initialEntries={['/boards']}>
      <Routes>
        <Route path="/boards" element={<BoardListScreen />} />
        <Route path="/board/:id/edit" element={<Address />} />
      </Routes>
    </MemoryRouter>,
  );
  await waitUntil(() => expect(document.body.textContent).toContain('二车间'));
  await waitUntil(() => expect(document.querySelector('.board-presets')).not.toBeNull());
}

it('lists the boards with owner and link, and the presets, for a user without permissions', async () => {
  await openBoardList();
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/board/11', '/board/12', ...BOARD_PRESETS.map((name) => `/board/${name}`)]);
  expect(document.body.textContent).toContain('韩梅梅');
  expect(findButton(translate('importBoard'))).toBeUndefined();
  expect(findButton(translate('largeScreensChosen'))).toBeUndefined();
  expect(await readMenu('一车间')).toEqual(translateAll('playBack exportBoard'));
});

it('does not offer changes of a board to a user who is not its owner', async () => {
  await openBoardList('BOARD_DESIGN');
  expect(await readMenu('二车间')).toEqual(translateAll('copy playBack exportBoard'));
});

it('offers changes of every board to somebody who manages wall displays', async () => {
  await openBoardList('BOARD_DESIGN', 'SCREEN_MANAGE');
  expect(findButton(translate('largeScreensChosen'))).toBeDefined();
  const actions = 'copy edit playBack exportBoard shareBoard boardVersions replaceBoardText delete';
  expect(await readMenu('二车间')).toEqual(translateAll(actions));
});

it('requests only the boards of the user when the user chooses “Mine”', async () => {
  await openBoardList('BOARD_DESIGN');
  await pressButton(translate('boardsMine'));
  await waitUntil(() =>
    expect(host.listCalls('/mes/board/page').at(-1)).toMatchObject({
      filter: JSON.stringify({ ownerId: 1 }),
      limit: '100',
    }),
  );
});

it('copies a preset to a new board with the typed name', async () => {
  await openBoardList('BOARD_DESIGN');
  await pressButton(`${translate('copy')}: ${translate('mainHall')}`);
  const input = document.querySelector<HTMLInputElement>('[data-field="name"] input')!;
  expect(input.value).toBe(translate('copyOfBoard', { name: translate('mainHall') }));
  await typeText(input, '三车间');
  await pressButton(translate('copy'));
  await waitUntil(() => expect(host.listCalls('/mes/board/add')).toHaveLength(1));
  const [{ name, preset, content }] = host.listCalls('/mes/board/add') as [Record<string, string>];
  expect([name, preset]).toEqual(['三车间', 'mainHall']);
  expect(JSON.parse(content!)).toEqual(mainHallPreset.board);
});

it.each([
  ['emptyBoard', EMPTY_BOARD, undefined],
  ['mainHall', mainHallPreset.board, 'mainHall'],
] as const)(
  'adds a board from the template %s, and opens its designer',
  async (template, board, expectedPreset) => {
    await openBoardList('BOARD_DESIGN');
    await pressButton(translate('newBoard'));
    await waitUntil(() => expect(document.querySelector('.templates')).not.toBeNull());
    await typeText(document.querySelector<HTMLInputElement>('[data-field="name"] input')!, '四车间');
    const label = [...document.querySelectorAll('.template')].find(
      (option) => option.textContent === translate(template),
    )!;
    await act(async () => label.querySelector('input')!.click());
    await act(async () => document.querySelector<HTMLElement>('.form-dialog button[type="submit"]')!.click());
    await waitUntil(() => expect(host.listCalls('/mes/board/add')).toHaveLength(1));
    const [{ name, preset, content }] = host.listCalls('/mes/board/add') as [Record<string, string>];
    expect([name, preset, JSON.parse(content!)]).toEqual(['四车间', expectedPreset, board]);
    await waitUntil(() => expect(document.body.textContent).toContain('designer of /board/13/edit'));
  },
);

it('shows the problem of an imported board below its text, and keeps the text', async () => {
  await openBoardList('BOARD_DESIGN');
  host.setReplies(({ path }) =>
    path === '/mes/board/add'
      ? makeRefusedReply(422, { code: 'boardInvalid', message: 'tiles: wrong' })
      : null,
  );
  await pressButton(translate('importBoard'));
  await typeText(document.querySelector<HTMLInputElement>('[data-field="name"] input')!, '四车间');
  const textArea = document.querySelector<HTMLTextAreaElement>('[data-field="content"] textarea')!;
  await typeText(textArea, '{}');
  await pressButton(translate('save'));
  await waitUntil(() =>
    expect(document.querySelector('[data-field="content"] .field-problem')?.textContent).toBe('tiles: wrong'),
  );
  expect(textArea.value).toBe('{}');
});

it('saves only the large screen whose choice has changed', async () => {
  host.setReplies(({ path }) =>
    path === '/mes/board/largeScreen/page'
      ? makeSuccessReply({
          rows: [
            {
              id: 21,
              version: 4,
              screen: 'largeScreen2',
              boardId: 11,
              preset: 'mainHall',
              labels: { boardId: '一车间' },
            },
          ],
          total: 1,
        })
      : null,
  );
  await openBoardList('SCREEN_MANAGE');
  await pressButton(translate('largeScreensChosen'));
  await waitUntil(() => expect(document.querySelector('[data-field="preset1"] select')).not.toBeNull());
  expect(document.querySelector('[data-field="preset2"]')).toBeNull();
  const select = document.querySelector<HTMLSelectElement>('[data-field="preset1"] select')!;
  await act(async () => {
    select.value = 'mainHallUpright';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await pressButton(translate('save'));
  await waitUntil(() =>
    expect(host.listCalls('/mes/board/largeScreen/save')).toEqual([
      expect.objectContaining({ screen: 'largeScreen1', preset: 'mainHallUpright' }),
    ]),
  );
});
