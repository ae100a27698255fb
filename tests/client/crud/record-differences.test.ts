import { describe, expect, it } from 'vitest';
import { device } from '#shared/entities/device.ts';
import { mergeValues, findRecordDifferences } from '#client/crud/edit/record-differences.ts';

const { fields } = device;
const oldRecord = { code: 'D1', name: 'Lathe', brand: null, normalCapacity: 8, status: 'normal' };

describe('two people changing one record', () => {
  it('finds the changes of the other user, and the conflicts with the typed values', () => {
    const myRecord = { ...oldRecord, name: 'Lathe 1', normalCapacity: '8', brand: '' };
    const theirRecord = { ...oldRecord, name: 'Lathe A', status: 'repair' };
    expect(findRecordDifferences(fields, oldRecord, myRecord, theirRecord)).toEqual([
      { name: 'name', before: 'Lathe', mine: 'Lathe 1', theirs: 'Lathe A', isConflict: true },
      { name: 'status', before: 'normal', mine: 'normal', theirs: 'repair', isConflict: false },
    ]);
  });

  it('has no conflict if both users made the same change', () => {
    expect(
      findRecordDifferences(
        fields,
        oldRecord,
        { ...oldRecord, normalCapacity: '10.0' },
        { ...oldRecord, normalCapacity: 10 },
      ),
    ).toHaveLength(1);
    expect(
      findRecordDifferences(
        fields,
        oldRecord,
        { ...oldRecord, normalCapacity: '10' },
        { ...oldRecord, normalCapacity: 10 },
      ),
    ).toEqual([]);
  });

  it('takes the values of the other user, except where the user keeps their own value', () => {
    const myRecord = { ...oldRecord, name: 'Lathe 1', brand: 'Index' };
    const theirRecord = { ...oldRecord, name: 'Lathe A', status: 'repair' };
    const differences = findRecordDifferences(fields, oldRecord, myRecord, theirRecord);
    expect(mergeValues(myRecord, differences, new Set(['name', 'status']))).toEqual({
      ...myRecord,
      status: 'repair',
    });
    expect(mergeValues(myRecord, differences, new Set())).toEqual({
      ...myRecord,
      name: 'Lathe A',
      status: 'repair',
    });
  });
});
