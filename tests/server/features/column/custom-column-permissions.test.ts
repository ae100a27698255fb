import { expect, test } from 'vitest';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type CallFunction } from '#tests/support/floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';

const COLUMN_PATH = '/mes/system/column/custom';

interface ColumnIdAndVersion {
  id: number;
  version: number;
}

describeForEachDatabase('the permissions for custom columns', (database) => {
  test('a person who may arrange the columns of parts cannot change those of orders', async () => {
    const factory = await createTestFactory(await database.open());
    const arranger = await factory.createPerson('Arranger', [
      'SYSTEM_CUSTOM_COLUMN_PART',
      'SYSTEM_CUSTOM_COLUMN_PART_ADD',
      'SYSTEM_CUSTOM_COLUMN_PART_MODIFY',
      'SYSTEM_CUSTOM_COLUMN_PART_DELETE',
    ]);
    const saveColumn = (call: CallFunction, owner: string) =>
      call<ColumnIdAndVersion>(`${COLUMN_PATH}/save`, {
        owner,
        code: makeUniqueText(),
        name: makeUniqueText('C'),
      });
    const partColumn = await saveColumn(arranger.call, 'part');
    expect(await readRefusalCode(saveColumn(arranger.call, 'order'))).toBe('noPermission');
    expect(await readRefusalCode(arranger.call(`${COLUMN_PATH}/page`, { owner: 'order' }))).toBe(
      'noPermission',
    );
    const orderColumn = await saveColumn(factory.call, 'order');
    const deleteCall = arranger.call(`${COLUMN_PATH}/delete`, { ids: [partColumn.id, orderColumn.id] });
    expect(await readRefusalCode(deleteCall)).toBe('noPermission');
    const changeFields = { id: orderColumn.id, version: orderColumn.version, owner: 'part', name: 'X' };
    expect(await readRefusalCode(arranger.call(`${COLUMN_PATH}/save`, changeFields))).toBe('noPermission');
    expect(await readRefusalCode(arranger.call(`${COLUMN_PATH}/delete`, { ids: [partColumn.id] }))).toBe(
      'accepted',
    );
  });
});
