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

describeForEachDatabase('the search', (database) => {
  let factory: TestFactory;
  const saveRecord = (path: string, fields: Record<string, unknown>) =>
    factory.call<{ id: number; version: number }>(`/mes/${path}/save`, { code: makeUniqueText(), ...fields });
  const findHits = async (search: string, call = factory.call) => {
    await fillMissingPinyin(factory.connection.db);
    return call<SearchHit[]>('/mes/search/find', { search });
  };
  const findNames = async (search: string) => (await findHits(search)).map((hit) => hit.name);

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    await saveRecord('system/basic/device', { code: 'CNC-07', name: '精密车床' });
    await saveRecord('system/basic/device', { code: 'CNC-08', name: '加工中心' });
    await saveRecord('system/basic/employee', { code: 'P100', name: '李长安' });
    await saveRecord('system/basic/employee', { code: 'P101', name: '單雄信' });
    await saveRecord('system/basic/employee', { code: 'P102', name: '山田太郎' });
    await saveRecord('system/basic/customer', {
      code: 'C-CQ',
      shortName: '重庆机床',
      fullName: '重庆机床集团',
    });
    await saveRecord('system/basic/group', { name: '装配组' });
    await saveRecord('system/basic/crafts', { name: '铣削', craftType: 'machining' });
    const order = await saveRecord('order', {
      code: 'WO-2026-0815',
      name: '阀块',
      quantity: 2,
      purchasingOrder: 'PO-77',
    });
    await saveRecord('order/part', { orderId: order.id, code: 'DWG-4711-A', name: '阀体', quantity: 2 });
  });

  test('finds by code or a part of it, in capital, small or full-width letters', async () => {
    expect(await findNames('CNC-07')).toEqual(['精密车床']);
    expect(await findNames('cnc-0')).toEqual(expect.arrayContaining(['精密车床', '加工中心']));
    expect(await findNames('0815')).toEqual(['WO-2026-0815']);
    expect(await findNames('ＣＮＣ-０７')).toEqual(['精密车床']);
    expect(await findNames('po-77')).toEqual(['WO-2026-0815']);
    expect((await findHits('4711')).map((hit) => [hit.entity, hit.code, hit.at['orderId']])).toEqual([
      ['part', 'DWG-4711-A', expect.any(Number)],
    ]);
  });

  test('finds by name, by initials and by whole pinyin, from any character on', async () => {
    for (const typedText of [
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
      expect(await findNames(typedText), typedText).toContain('精密车床');
    expect(await findNames('zpz')).toContain('装配组');
    expect(await findNames('xixue')).toContain('铣削');
    // The first query starts within a syllable. The second combines the name of one device with the number of another.
    expect(await findNames('hechuang')).toEqual([]);
    expect(await findNames('精密 08')).toEqual([]);
  });

  test('finds by either reading of a character that has two', async () => {
    for (const typedText of ['chongqing', 'zhongqing', 'cqjc', 'zqjc'])
      expect(await findNames(typedText), typedText).toContain('重庆机床');
    for (const typedText of ['lca', 'lza', 'changan', 'zhangan'])
      expect(await findNames(typedText), typedText).toContain('李长安');
    expect(await findNames('shanxiongxin')).toContain('單雄信');
    expect(await findNames('sttl')).toContain('山田太郎');
  });

  test('says which characters match the typed pinyin', async () => {
    const [hit] = await findHits('chechuang');
    expect([hit?.name, hit?.sounded]).toEqual(['精密车床', [2, 3]]);
    expect((await findHits('CNC-07'))[0]?.sounded).toEqual([]);
  });

  test('finds a new name at once, and finds no deleted row', async () => {
    const device = await saveRecord('system/basic/device', { code: 'DEV-NEW', name: '旧名称' });
    await factory.call(`${BASIC_DATA_PATH}/device/save`, {
      id: device.id,
      version: device.version,
      name: '龙门铣',
    });
    expect(await findNames('lmx')).toEqual(['龙门铣']);
    expect(await findNames('旧名')).toEqual([]);
    await factory.call(`${BASIC_DATA_PATH}/device/delete`, { ids: [device.id] });
    expect(await findNames('DEV-NEW')).toEqual([]);
    await factory.call('/mes/system/deleted/restore', { rows: [{ entity: 'device', id: device.id }] });
    expect(await findNames('lmx')).toEqual(['龙门铣']);
  });

  test('finds a quality exception by its number, with what is wrong', async () => {
    const { processIds } = await factory.createOrder(2, ['Turning']);
    const { employeeId } = await factory.createPerson('Turner', []);
    const fields = { processId: processIds[0], good: 2, minutes: 1, people: [{ employeeId }] };
    await factory.call('/mes/report/record', fields);
    const { code } = await factory.call<{ code: string }>('/mes/quality/raise', {
      ...{ processId: processIds[0], source: 'good', quantity: 1, description: '划伤' },
    });
    for (const typedText of [code, code.toLowerCase(), code.slice(1)])
      expect(await findHits(typedText), typedText).toMatchObject([
        { entity: 'qualityException', code, name: code, at: { description: '划伤' } },
      ]);
  });

  test('takes wildcards literally', async () => {
    await saveRecord('system/basic/device', { code: '50%_a\\b', name: 'Odd' });
    expect(await findNames('50%_a\\b')).toEqual(['Odd']);
    expect(await findNames('5%b')).toEqual([]);
    expect(await findNames('_')).toEqual(['Odd']);
  });

  test('shows only what the user may read, and nothing of another factory', async () => {
    const clerk = await factory.createPerson('Clerk', ['SYSTEM_BASIC_DEVICE']);
    expect((await findHits('c', clerk.call)).map((hit) => hit.entity)).toEqual(
      expect.not.arrayContaining(['employee', 'customer', 'workOrder', 'part']),
    );
    expect((await findHits('CNC', clerk.call)).length).toBeGreaterThan(0);
    const otherFactory = await createTestFactory(factory.connection);
    expect((await findHits('CNC', otherFactory.call)).length).toBe(0);
    const nobody = await factory.createPerson('Nobody', []);
    expect(await findHits('CNC', nobody.call)).toEqual([]);
    expect(await readRefusalCode(factory.call('/mes/search/find', { search: ' ' }))).toBe('fieldsInvalid');
  });

  test('keeps an employee’s code and WeLink code for ever', async () => {
    const deletedEmployee = await saveRecord('system/basic/employee', {
      code: 'E-OLD',
      name: 'Old',
      weLinkCode: 'wl-old',
    });
    await factory.call(`${BASIC_DATA_PATH}/employee/delete`, { ids: [deletedEmployee.id] });
    for (const takenFields of [{ code: 'E-OLD' }, { weLinkCode: 'wl-old' }]) {
      const saveCall = factory.call(`${BASIC_DATA_PATH}/employee/save`, {
        code: makeUniqueText(),
        name: 'New',
        ...takenFields,
      });
      await expect(saveCall).rejects.toMatchObject({
        code: 'codeNeverFree',
        fields: { [Object.keys(takenFields)[0]!]: expect.anything() },
      });
    }
    const device = await saveRecord('system/basic/device', { code: 'D-OLD', name: 'Old' });
    await factory.call(`${BASIC_DATA_PATH}/device/delete`, { ids: [device.id] });
    await saveRecord('system/basic/device', { code: 'D-OLD', name: 'New' });
  });

  test('answers each of the 16 reference lists with an array of all rows', async () => {
    for (let index = 0; index < 60; index++)
      await saveRecord('system/basic/unit', { name: makeUniqueText('U'), decimals: 0 });
    for (const { path, parameter } of REFERENCE_LISTS) {
      const payload = parameter === 'class_id' ? { class_id: 'errorClass' } : {};
      const rows = await factory.call<unknown[]>(path, payload);
      expect(Array.isArray(rows), path).toBe(true);
      if (path === `${BASIC_DATA_PATH}/unit/list`) expect(rows.length).toBeGreaterThanOrEqual(60);
    }
    const errorClass = await saveRecord('system/classify', { classId: 'errorClass', name: 'Burr' });
    await saveRecord('system/classify', { classId: 'orderType', name: 'Spare part' });
    const classes = await factory.call<{ id: number }[]>('/mes/system/classify/json', {
      class_id: 'errorClass',
    });
    expect(classes.map((row) => row.id)).toEqual([errorClass.id]);
  });

  test('query/id returns a new id at each call', async () => {
    const queryId = () => factory.call<unknown[]>('/mes/system/base/query/id', {});
    const [first, second] = [await queryId(), await queryId()];
    expect([first, second]).toEqual([[expect.any(Number)], [expect.any(Number)]]);
    expect(Number(second[0])).toBeGreaterThan(Number(first[0]));
  });
});

describe('the reference lists', () => {
  const routePaths = new Set(formCallRoutes.map((route) => route.path));
  test('are the 16 of the specification, and each has a route', () => {
    expect(REFERENCE_LISTS.filter(({ path }) => !routePaths.has(path)).map(({ path }) => path)).toEqual([]);
    expect(REFERENCE_LISTS).toHaveLength(16);
    expectItemsChecked('reference lists', REFERENCE_LISTS.length);
  });
  const specificationPath = join(projectFolder, '../shared/spec/specification.md');
  test.skipIf(!existsSync(specificationPath))('are the same as in the text of the specification', () => {
    const specifiedLists = [
      ...readFileSync(specificationPath, 'utf8').matchAll(/^\| (\/mes\/\S+) \| (.+?) \|$/gm),
    ].map(([, path, payload]) => [path, payload!.startsWith('empty') ? undefined : payload]);
    expect(REFERENCE_LISTS.map(({ path, parameter }) => [path, parameter])).toEqual(specifiedLists);
  });
});

describe('pinyin', () => {
  test('has each reading of a text, and nothing for text that is not Chinese', () => {
    expect(toPinyinKeys(' 轴 A-1').initials).toBe(' z');
    expect(toPinyinKeys(' 车 床').initials).toContain(' cc c');
    expect(toPinyinKeys('abc\nДеталь')).toEqual({ initials: '', sounds: '' });
    expect(toPinyinKeys('长安').sounds.split('\n')).toEqual([' chang an', ' zhang an']);
  });
  test('is split into syllables, the last of which may be incomplete', () => {
    expect(splitIntoSyllables('xian')).toEqual(expect.arrayContaining(['xian', 'xi an']));
    expect(splitIntoSyllables('chechu')).toContain('che chu');
    expect(splitIntoSyllables('qqq')).toEqual([]);
    expect(splitIntoSyllables('a'.repeat(60)).length).toBeLessThanOrEqual(8);
  });
});
