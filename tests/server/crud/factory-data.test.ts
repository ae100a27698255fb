import { beforeAll, expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';

interface FactoryRow {
  id: number;
  version: number;
  code: string;
  zone: string;
}

const FACTORY_PATH = '/mes/system/basic/factory';

describeForEachDatabase('the data of a factory', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  test('people change their own factory, and its new time zone applies at once', async () => {
    const { factoryId } = factory;
    await createTestFactory(factory.connection);
    const { rows } = await factory.call<{ rows: FactoryRow[] }>(`${FACTORY_PATH}/page`, {});
    expect(rows.map((row) => row.id)).toEqual([factoryId]);
    const { version } = rows[0]!;
    const zoneChange = { id: factoryId, version, zone: 'Europe/Berlin' };
    const savedFactory = await factory.call<FactoryRow>(`${FACTORY_PATH}/save`, zoneChange);
    expect(savedFactory.zone).toBe('Europe/Berlin');
    expect(await factory.call('/mes/login/current', {})).toMatchObject({ zone: 'Europe/Berlin' });
    const feedRows = await factory.connection.db
      .selectFrom('feed')
      .select('entity')
      .where('factoryId', '=', factoryId)
      .orderBy('pos', 'desc')
      .limit(2)
      .execute();
    expect(feedRows.map((row) => row.entity).sort()).toEqual(['factory', 'permission']);
    for (const zone of ['Mars/Olympus', 'EST', '+08:00', 'Asia/Shanghai; drop table']) {
      const invalidZoneSave = factory.call(`${FACTORY_PATH}/save`, {
        id: factoryId,
        version: savedFactory.version,
        zone,
      });
      await expect(invalidZoneSave, zone).rejects.toMatchObject({
        code: 'fieldsInvalid',
        fields: { zone: expect.anything() },
      });
    }
    const invalidCurrencySave = factory.call(`${FACTORY_PATH}/save`, {
      id: factoryId,
      version: savedFactory.version,
      currency: 'XYZ',
    });
    await expect(invalidCurrencySave).rejects.toMatchObject({ fields: { currency: expect.anything() } });
  });

  test('nobody adds or deletes a factory, or sees a factory other than their own', async () => {
    const otherFactory = await createTestFactory(factory.connection);
    const newFactorySave = factory.call(`${FACTORY_PATH}/save`, { code: makeUniqueText(), name: 'Second' });
    expect(await readRefusalCode(newFactorySave)).toBe('factoryNotAdded');
    expect(await readRefusalCode(factory.call(`${FACTORY_PATH}/delete`, { ids: [factory.factoryId] }))).toBe(
      'notFound',
    );
    expect(await readRefusalCode(factory.call(`${FACTORY_PATH}/get`, { id: otherFactory.factoryId }))).toBe(
      'rowNotFound',
    );
    const otherFactorySave = factory.call(`${FACTORY_PATH}/save`, {
      id: otherFactory.factoryId,
      version: 1,
      name: 'Mine now',
    });
    expect(await readRefusalCode(otherFactorySave)).toBe('rowNotFound');
    const { code } = await otherFactory.call<FactoryRow>(`${FACTORY_PATH}/get`, {
      id: otherFactory.factoryId,
    });
    const { version } = await factory.call<FactoryRow>(`${FACTORY_PATH}/get`, { id: factory.factoryId });
    const duplicateCodeSave = factory.call(`${FACTORY_PATH}/save`, { id: factory.factoryId, version, code });
    expect(await readRefusalCode(duplicateCodeSave)).toBe('codeDuplicated');
  });
});
