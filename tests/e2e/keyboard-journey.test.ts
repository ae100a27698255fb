import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { describeJourneys } from '#tests/support/browser.ts';
import { startTestServer, TEST_ADMIN, type Caller, type TestServer } from '#tests/support/wire-server.ts';
import { KeyboardUser } from './keyboard.ts';
import { logIn } from './log-in.ts';
import { translate } from './translate.ts';

type Row = Record<string, unknown> & { id: number; labels: Record<string, string> };

/** Matches the console error of a refused call. */
const REFUSED_CALL_PATTERN = /status of 4\d\d .*\/mes\//;

describeJourneys('By keyboard only', (windows, database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_CAPTCHA: 'off' });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());
  const findOnlyRow = async (path: string, name: string): Promise<Row> => {
    const foundPage = await admin.call<PageAnswer<Row>>(`/mes/${path}/page`, { search: name });
    expect(foundPage.rows.length, `${path} ${name}`).toBe(1);
    return foundPage.rows[0]!;
  };

  test('a small factory is built from nothing, in Chinese, and what is in use is not deleted', async () => {
    const { page, allowErrors } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.getByRole('button', { name: translate('findAnything') }).waitFor();
    const keys = new KeyboardUser(page);
    const openNewForm = async (searchText: string, listTitle: TermKey, singular: TermKey) => {
      await keys.goTo(searchText, translate(listTitle), translate(listTitle));
      await keys.openNew(translate('newNamed', { name: toMidSentence(translate(singular)) }));
    };

    await openNewForm('部门', 'departments', 'department');
    await keys.type('D1');
    await keys.fill(translate('name'), '机加车间');
    await keys.save();

    // The palette finds a page by its pinyin initials.
    await openNewForm('js', 'roles', 'role');
    await keys.fill(translate('name'), '操作工');
    await keys.fill(translate('permissionSearch'), 'TASK_REPORT');
    await keys.tabTo(translate('permission.TASK_REPORT'));
    await keys.press('Space');
    await keys.save();

    await openNewForm('员工', 'employees', 'employee');
    await keys.type('T101');
    await keys.fill(translate('name'), '周强');
    await keys.pick(translate('role'), '操作工');
    await keys.pick(translate('department'), '机加车间');
    await keys.save();
    // The first password is shown only once, so nothing else can be done before the user has closed its dialog.
    const passwordDialog = page.getByRole('dialog', { name: translate('firstPassword') });
    await expect.poll(() => passwordDialog.getByRole('status').innerText()).toMatch(/^[A-Za-z0-9]{14}$/);
    await keys.tabTo(translate('dismiss'));
    await keys.press('Enter');
    await passwordDialog.waitFor({ state: 'detached' });

    await openNewForm('设备', 'devices', 'device');
    await keys.type('CNC-01');
    await keys.fill(translate('name'), '精密车床');
    await keys.save();

    await openNewForm('工艺', 'crafts', 'craft');
    await keys.type('K10');
    await keys.fill(translate('name'), '精车');
    await keys.save();

    await openNewForm('班组', 'workGroups', 'workGroup');
    await keys.type('G1');
    await keys.fill(translate('name'), '车工组');
    await keys.pick(translate('crafts'), '精车');
    // The form's first table lists the people; Enter on the button below it adds a row.
    await keys.tabTo(translate('addLine'));
    await keys.press('Enter');
    await keys.type('周强');
    await keys.takeOption('周强');
    await keys.tabTo(`${translate('assignedCraft')} 1`);
    await keys.type('精车');
    await keys.takeOption('精车');
    await keys.save();

    await openNewForm('班次', 'classTables', 'classTable');
    await keys.type('S1');
    await keys.fill(translate('name'), '白班');
    await keys.tabTo(translate('addLine'));
    await keys.press('Enter');
    await keys.type('白班');
    await keys.fill(`${translate('startsAt')} 1`, '8');
    await keys.fill(`${translate('endsAt')} 1`, '1730');
    await keys.save();

    await openNewForm('节假日', 'holidays', 'holiday');
    await keys.tabTo(translate('holidayKind'));
    await keys.press('ArrowDown');
    await keys.tabTo(translate('weekday'));
    await keys.press('End');
    await keys.fill(translate('name'), '星期日');
    await keys.save();

    // The last breadcrumb is the row's own name.
    await page
      .getByRole('navigation', { name: translate('breadcrumbs') })
      .getByText('星期日')
      .waitFor();

    // Searching, selecting and deleting work by keyboard. The server refuses to delete a department in use.
    await keys.goTo('CNC', '精密车床', '精密车床');
    await keys.goTo('部门', translate('departments'), translate('departments'));
    await keys.press('/');
    await keys.type('机加');
    await page.getByRole('link', { name: 'D1' }).waitFor();
    await page.getByRole('button', { name: translate('clearFilters') }).waitFor();
    await keys.press('ArrowDown', 'Space');
    await page.getByRole('toolbar', { name: translate('selectionBar') }).waitFor();
    allowErrors(REFUSED_CALL_PATTERN);
    await keys.press('Delete');
    const question = translate('deleteOne', { name: '机加车间' });
    await page.getByRole('dialog').getByText(question).waitFor();
    await keys.tabTo(translate('delete'));
    await keys.press('Enter');
    const link = page.getByRole('dialog').getByRole('link', { name: '周强' });
    await link.waitFor();
    await keys.tabTo('周强');
    // The answered question fades out. It must not take the focus from the next dialog.
    await page.getByRole('dialog').getByText(question).waitFor({ state: 'detached' });
    expect((await keys.readFocus()).name).toBe('周强');
    await keys.press('Enter');
    await page.getByRole('heading', { level: 1, name: '周强' }).waitFor();

    expect([...keys.namesWithoutRing], 'Where the focus is cannot be seen').toEqual([]);
    const person = await findOnlyRow('system/basic/employee', 'T101');
    expect(person.labels).toMatchObject({
      departmentId: '机加车间',
      roleIds: '操作工',
      workGroupId: '车工组',
    });
    const group = await findOnlyRow('system/basic/group', 'G1');
    expect(group['staff']).toEqual([
      expect.objectContaining({ employeeId: person.id, craftId: expect.any(Number) }),
    ]);
    await findOnlyRow('system/basic/device', 'CNC-01');
    expect((await findOnlyRow('system/classTable', 'S1'))['shifts']).toEqual([
      expect.objectContaining({ name: '白班', startsAt: '08:00', endsAt: '17:30' }),
    ]);
    expect(await findOnlyRow('system/holiday', '星期日')).toMatchObject({
      kind: 'weeklyRest',
      weekday: 'sunday',
    });
    expect((await findOnlyRow('system/basic/role', '操作工'))['permissions']).toEqual([
      { permission: 'TASK_REPORT' },
    ]);
  }, 180_000);

  test('the user chooses between conflicting changes, and is asked before unsaved changes are left', async () => {
    const path = '/mes/system/basic/device';
    const createdDevice = await admin.send<Row & { version: number }>(`${path}/save`, {
      code: 'CNC-02',
      name: '立式铣床',
    });
    const { page, allowErrors } = await windows.open(`${server.url}/login`);
    await logIn(page, DEFAULT_LANG, TEST_ADMIN);
    await page.getByRole('button', { name: translate('findAnything') }).waitFor();
    const keys = new KeyboardUser(page);
    const dialog = page.getByRole('dialog');
    const replaceText = async (name: string, text: string) => {
      await keys.tabTo(name);
      await keys.press('Control+a');
      await keys.type(text);
    };

    // The user at the keyboard and the administrator both change the name. Only the administrator changes the brand,
    // and only the user at the keyboard changes the capacity.
    await keys.goTo('CNC-02', '立式铣床', '立式铣床');
    await replaceText(translate('name'), '一号铣床');
    await replaceText(translate('normalCapacity'), '16');
    const { id, version } = createdDevice;
    await admin.send(`${path}/save`, { id, version, code: 'CNC-02', name: '二号铣床', brand: 'DMG' });
    allowErrors(REFUSED_CALL_PATTERN);
    await keys.press('Control+s');
    await dialog.getByText(translate('staleTitle')).waitFor();
    expect(
      await dialog
        .getByRole('row')
        .filter({ hasText: translate('name') })
        .innerText(),
    ).toMatch(/一号铣床[^]*二号铣床/);
    expect(
      await dialog
        .getByRole('row')
        .filter({ hasText: translate('brand') })
        .innerText(),
    ).toContain('DMG');
    await keys.tabTo('一号铣床');
    await keys.press('ArrowRight');
    await keys.tabTo(translate('staleSave'));
    await keys.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => findOnlyRow('system/basic/device', 'CNC-02'))
      .toMatchObject({ name: '二号铣床', brand: 'DMG', normalCapacity: 16 });

    await replaceText(translate('brand'), 'Haas');
    for (const shouldLeave of [false, true]) {
      await keys.press('Control+k');
      await dialog.getByRole('combobox').waitFor();
      await keys.type('工单');
      await page
        .locator('[role="option"][aria-selected="true"]')
        .filter({ hasText: translate('workOrders') })
        .waitFor();
      // Hold Enter until the dialog opens. The release of the key must not answer the dialog.
      await page.keyboard.down('Enter');
      await dialog.getByText(translate('leaveText')).waitFor();
      // The dialog focuses its Cancel button.
      await expect.poll(async () => (await keys.readFocus()).name).toBe(translate('cancel'));
      await page.keyboard.up('Enter');
      await keys.tabTo(translate('leave'));
      await keys.press(shouldLeave ? 'Enter' : 'Escape');
      await dialog.waitFor({ state: 'detached' });
      if (!shouldLeave)
        expect(await page.getByRole('textbox', { name: translate('brand'), exact: true }).inputValue()).toBe(
          'Haas',
        );
    }
    await page.waitForURL((url) => url.pathname === '/order');
    expect(await findOnlyRow('system/basic/device', 'CNC-02')).toMatchObject({ brand: 'DMG' });
    expect([...keys.namesWithoutRing], 'Where the focus is cannot be seen').toEqual([]);
  });
});
