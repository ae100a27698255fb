import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { REFERENCE_LISTS } from '#shared/rules/reference-lists.ts';
import type { SearchHit } from '#shared/answers/search.ts';
import { fillMissingPinyin } from '#server/features/search/maintain-search-keys.ts';
import { toPinyinKeys, splitIntoSyllables } from '#server/features/search/pinyin.ts';
import { formCallRoutes } from '#server/mes/routes.ts';
import { projectFolder } from '#server/root.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';

const BASIC_DATA_PATH = '/mes/system/basic';

describeForEachDatabase('finding by typing', (database) => {
  let floor: TestFactory;
  const save = (path: string, fields: Record<string, unknown>) =>
    floor.call<{ id: number; version: number }>(`/mes/${path}/save`, { code: makeUniqueText(), ...fields });
  const find = async (search: string, call = floor.call) => {
    await fillMissingPinyin(floor.connection.db);
    return call<SearchHit[]>('/mes/search/find', { search });
  };
  const names = async (search: string) => (await find(search)).map((hit) => hit.name);

  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
    await save('system/basic/device', { code: 'CNC-07', name: '精密车床' });
    await save('system/basic/device', { code: 'CNC-08', name: '加工中心' });
    await save('system/basic/employee', { code: 'P100', name: '李长安' });
    await save('system/basic/employee', { code: 'P101', name: '單雄信' });
    await save('system/basic/employee', { code: 'P102', name: '山田太郎' });
    await save('system/basic/customer', { code: 'C-CQ', shortName: '重庆机床', fullName: '重庆机床集团' });
    await save('system/basic/group', { name: '装配组' });
    await save('system/basic/crafts', { name: '铣削', craftType: 'machining' });
    const order = await save('order', {
      code: 'WO-2026-0815',
      name: '阀块',
      quantity: 2,
      purchasingOrder: 'PO-77',
    });
    await save('order/part', { orderId: order.id, code: 'DWG-4711-A', name: '阀体', quantity: 2 });
  });

  test('by code, by part of it, in capitals or not, and full-width', async () => {
    expect(await names('CNC-07')).toEqual(['精密车床']);
    expect(await names('cnc-0')).toEqual(expect.arrayContaining(['精密车床', '加工中心']));
    expect(await names('0815')).toEqual(['WO-2026-0815']);
    expect(await names('ＣＮＣ-０７')).toEqual(['精密车床']);
    expect(await names('po-77')).toEqual(['WO-2026-0815']);
    expect((await find('4711')).map((hit) => [hit.entity, hit.code, hit.at['orderId']])).toEqual([
      ['part', 'DWG-4711-A', expect.any(Number)],
    ]);
  });

  test('by name, by initials and by whole pinyin, from any character on', async () => {
    for (const typed of [
      '精密',
      '车床',
      'jmcc',
      'mcc',
      'cc',
      'jingmichechuang',
      'chechuang',
      'michech',
      '精密 07',
    ])
      expect(await names(typed), typed).toContain('精密车床');
    expect(await names('zpz')).toContain('装配组');
    expect(await names('xixue')).toContain('铣削');
    // The first query starts within a syllable. The second combines the name of one device with the number of another.
    expect(await names('hechuang')).toEqual([]);
    expect(await names('精密 08')).toEqual([]);
  });

  test('by either reading of a character that has two', async () => {
    for (const typed of ['chongqing', 'zhongqing', 'cqjc', 'zqjc'])
      expect(await names(typed), typed).toContain('重庆机床');
    for (const typed of ['lca', 'lza', 'changan', 'zhangan'])
      expect(await names(typed), typed).toContain('李长安');
    expect(await names('shanxiongxin')).toContain('單雄信');
    expect(await names('sttl')).toContain('山田太郎');
  });

  test('says which characters sound as what was typed', async () => {
    const [hit] = await find('chechuang');
    expect([hit?.name, hit?.sounded]).toEqual(['精密车床', [2, 3]]);
    expect((await find('CNC-07'))[0]?.sounded).toEqual([]);
  });

  test('follows a new name at once, and what is deleted is not found', async () => {
    const made = await save('system/basic/device', { code: 'DEV-NEW', name: '旧名称' });
    await floor.call(`${BASIC_DATA_PATH}/device/save`, {
      id: made.id,
      version: made.version,
      name: '龙门铣',
    });
    expect(await names('lmx')).toEqual(['龙门铣']);
    expect(await names('旧名')).toEqual([]);
    await floor.call(`${BASIC_DATA_PATH}/device/delete`, { ids: [made.id] });
    expect(await names('DEV-NEW')).toEqual([]);
    await floor.call('/mes/system/deleted/restore', { rows: [{ entity: 'device', id: made.id }] });
    expect(await names('lmx')).toEqual(['龙门铣']);
  });

  test('takes every sign literally', async () => {
    await save('system/basic/device', { code: '50%_a\\b', name: 'Odd' });
    expect(await names('50%_a\\b')).toEqual(['Odd']);
    expect(await names('5%b')).toEqual([]);
    expect(await names('_')).toEqual(['Odd']);
  });

  test('shows nobody what they may not read, and nothing of another factory', async () => {
    const clerk = await floor.person('Clerk', ['SYSTEM_BASIC_DEVICE']);
    expect((await find('c', clerk.call)).map((hit) => hit.entity)).toEqual(
      expect.not.arrayContaining(['employee', 'customer', 'workOrder', 'part']),
    );
    expect((await find('CNC', clerk.call)).length).toBeGreaterThan(0);
    const other = await createTestFactory(floor.connection);
    expect((await find('CNC', other.call)).length).toBe(0);
    const nobody = await floor.person('Nobody', []);
    expect(await find('CNC', nobody.call)).toEqual([]);
    expect(await readRefusalCode(floor.call('/mes/search/find', { search: ' ' }))).toBe('fieldsInvalid');
  });

  test('keeps an employee’s code and WeLink code for ever', async () => {
    const gone = await save('system/basic/employee', { code: 'E-OLD', name: 'Old', weLinkCode: 'wl-old' });
    await floor.call(`${BASIC_DATA_PATH}/employee/delete`, { ids: [gone.id] });
    for (const takenFields of [{ code: 'E-OLD' }, { weLinkCode: 'wl-old' }]) {
      const saving = floor.call(`${BASIC_DATA_PATH}/employee/save`, {
        code: makeUniqueText(),
        name: 'New',
        ...takenFields,
      });
      await expect(saving).rejects.toMatchObject({
        code: 'codeNeverFree',
        fields: { [Object.keys(takenFields)[0]!]: expect.anything() },
      });
    }
    const device = await save('system/basic/device', { code: 'D-OLD', name: 'Old' });
    await floor.call(`${BASIC_DATA_PATH}/device/delete`, { ids: [device.id] });
    await save('system/basic/device', { code: 'D-OLD', name: 'New' });
  });

  test('answers each of the 16 reference lists with a bare array, the whole of it', async () => {
    for (let index = 0; index < 60; index++)
      await save('system/basic/unit', { name: makeUniqueText('U'), decimals: 0 });
    for (const { path, parameter } of REFERENCE_LISTS) {
      const payload = parameter === 'class_id' ? { class_id: 'errorClass' } : {};
      const rows = await floor.call<unknown[]>(path, payload);
      expect(Array.isArray(rows), path).toBe(true);
      if (path === `${BASIC_DATA_PATH}/unit/list`) expect(rows.length).toBeGreaterThanOrEqual(60);
    }
    const error = await save('system/classify', { classId: 'errorClass', name: 'Burr' });
    await save('system/classify', { classId: 'orderType', name: 'Spare part' });
    const classes = await floor.call<{ id: number }[]>('/mes/system/classify/json', {
      class_id: 'errorClass',
    });
    expect(classes.map((row) => row.id)).toEqual([error.id]);
  });

  test('query/id returns the id, another one at each call', async () => {
    const ask = () => floor.call<unknown[]>('/mes/system/base/query/id', {});
    const [first, second] = [await ask(), await ask()];
    expect([first, second]).toEqual([[expect.any(Number)], [expect.any(Number)]]);
    expect(Number(second[0])).toBeGreaterThan(Number(first[0]));
  });
});

describe('the reference lists', () => {
  const paths = new Set(formCallRoutes.map((route) => route.path));
  test('are the 16 of the specification, each of them there', () => {
    expect(REFERENCE_LISTS.filter(({ path }) => !paths.has(path)).map(({ path }) => path)).toEqual([]);
    expect(REFERENCE_LISTS).toHaveLength(16);
    expectItemsChecked('reference lists', REFERENCE_LISTS.length);
  });
  const specification = join(projectFolder, '../shared/spec/specification.md');
  test.skipIf(!existsSync(specification))('stand so in its text', () => {
    const specifiedLists = [
      ...readFileSync(specification, 'utf8').matchAll(/^\| (\/mes\/\S+) \| (.+?) \|$/gm),
    ].map(([, path, payload]) => [path, payload!.startsWith('empty') ? undefined : payload]);
    expect(REFERENCE_LISTS.map(({ path, parameter }) => [path, parameter])).toEqual(specifiedLists);
  });
});

describe('spelling', () => {
  test('gives each reading, and nothing for what is no Chinese', () => {
    expect(toPinyinKeys(' 轴 A-1').initials).toBe(' z');
    expect(toPinyinKeys(' 车 床').initials).toContain(' cc c');
    expect(toPinyinKeys('abc\nДеталь')).toEqual({ initials: '', sounds: '' });
    expect(toPinyinKeys('长安').sounds.split('\n')).toEqual([' chang an', ' zhang an']);
  });
  test('cuts letters into syllables, the last of which may be begun', () => {
    expect(splitIntoSyllables('xian')).toEqual(expect.arrayContaining(['xian', 'xi an']));
    expect(splitIntoSyllables('chechu')).toContain('che chu');
    expect(splitIntoSyllables('qqq')).toEqual([]);
    expect(splitIntoSyllables('a'.repeat(60)).length).toBeLessThanOrEqual(8);
  });
});
