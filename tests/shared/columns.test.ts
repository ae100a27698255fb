import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entities, entityNames } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import {
  COLUMN_ALIGNMENTS,
  buildDefaultColumns,
  sortAndRenumberSettings,
  resolveColumns,
  createColumnSettings,
  type BaseColumn,
  type ColumnSetting,
} from '#shared/rules/columns.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const COLUMN_NAMES = ['code', 'name', 'state', 'quantity', 'dueDate', 'custom.7'];
const declaredTestColumns: BaseColumn[] = COLUMN_NAMES.map((name, index) => ({
  name,
  shown: name !== 'dueDate',
  order: index + 1,
  width: null,
  align: name === 'quantity' ? 'end' : 'start',
}));

const makeSetting = (columnField: string, change: Partial<ColumnSetting> = {}): ColumnSetting => ({
  columnField,
  align: 'center',
  columnWidth: null,
  isGridShow: 1,
  columnOrder: 1,
  ...change,
});
/**
 * Generates stored column settings. Their positions may have gaps and duplicates. Their columns may be duplicates, or
 * may no longer exist.
 */
const arbitrarySettings = fc.array(
  fc.record({
    columnField: fc.constantFrom(...COLUMN_NAMES, 'gone', 'custom.99'),
    align: fc.constantFrom(...COLUMN_ALIGNMENTS),
    columnWidth: fc.option(fc.integer({ min: 56, max: 800 })),
    isGridShow: fc.integer({ min: 0, max: 3 }),
    columnOrder: fc.integer({ min: 0, max: 30 }),
  }),
  { maxLength: 20 },
);
const listColumnNames = (columns: readonly BaseColumn[]) => columns.map(({ name }) => name);
const findColumn = (columns: readonly BaseColumn[], name: string) =>
  columns.find((column) => column.name === name)!;

describe('the columns of a list', () => {
  test('positions start at 1 without gaps and keep the stored order, for any stored settings', () => {
    fc.assert(
      fc.property(arbitrarySettings, (settings) => {
        const renumberedSettings = sortAndRenumberSettings(settings);
        expect(renumberedSettings.map(({ columnOrder }) => columnOrder)).toEqual(
          renumberedSettings.map((_, index) => index + 1),
        );
        expect(new Set(renumberedSettings.map(({ columnField }) => columnField))).toEqual(
          new Set(settings.map(({ columnField }) => columnField)),
        );
        const findFirstPosition = (field: string) =>
          Math.min(
            ...settings
              .filter((setting) => setting.columnField === field)
              .map(({ columnOrder }) => columnOrder),
          );
        const positions = renumberedSettings.map(({ columnField }) => findFirstPosition(columnField));
        expect(positions).toEqual([...positions].sort((one, other) => one - other));
      }),
    );
  });

  test('each column occurs once and at least one is shown, for any stored settings', () => {
    fc.assert(
      fc.property(arbitrarySettings, arbitrarySettings, (factorySettings, userSettings) => {
        const columns = resolveColumns(declaredTestColumns, factorySettings, userSettings);
        expect(listColumnNames(columns).sort()).toEqual([...COLUMN_NAMES].sort());
        expect(columns.map(({ order }) => order)).toEqual(columns.map((_, index) => index + 1));
        expect(columns.some(({ shown }) => shown)).toBe(true);
        // Saving the resolved columns and resolving them again gives the same columns.
        expect(resolveColumns(declaredTestColumns, factorySettings, createColumnSettings(columns))).toEqual(
          columns,
        );
        const defaultColumns = resolveColumns(declaredTestColumns, factorySettings, []);
        expect(
          resolveColumns(declaredTestColumns, factorySettings, createColumnSettings(columns, defaultColumns)),
        ).toEqual(columns);
      }),
    );
  });

  test('the user’s setting overrides the factory’s, which overrides the declaration', () => {
    const factorySettings = [
      makeSetting('quantity', { columnOrder: 1, columnWidth: 300 }),
      makeSetting('code', { columnOrder: 2, isGridShow: 0 }),
      makeSetting('name', { columnOrder: 3, align: 'end' }),
    ];
    const factoryColumns = resolveColumns(declaredTestColumns, factorySettings, []);
    expect(listColumnNames(factoryColumns).slice(0, 3)).toEqual(['quantity', 'dueDate', 'custom.7']);
    expect(findColumn(factoryColumns, 'quantity')).toMatchObject({ align: 'center', width: 300 });
    expect(findColumn(factoryColumns, 'code').shown).toBe(false);
    expect(findColumn(factoryColumns, 'state')).toMatchObject({ align: 'start', shown: true });
    const userColumns = resolveColumns(declaredTestColumns, factorySettings, [
      makeSetting('name', { columnOrder: 1, columnWidth: 90 }),
      makeSetting('code', { columnOrder: 2 }),
    ]);
    expect(listColumnNames(userColumns).filter((name) => name === 'name' || name === 'code')).toEqual([
      'name',
      'code',
    ]);
    expect(findColumn(userColumns, 'name')).toMatchObject({ align: 'center', width: 90 });
    expect(findColumn(userColumns, 'code').shown).toBe(true);
    // The factory's setting applies to a column that the user has not set.
    expect(findColumn(userColumns, 'quantity').width).toBe(300);
  });

  test('0 hides, anything else shows', () => {
    const isNameShown = (isGridShow: number) =>
      findColumn(
        resolveColumns(declaredTestColumns, [], [makeSetting('name', { isGridShow }), makeSetting('code')]),
        'name',
      ).shown;
    expect([0, 1, 2, 7].map(isNameShown)).toEqual([false, true, true, true]);
  });

  test('a new column is placed after its predecessor in the declaration', () => {
    const storedSettings = ['state', 'code', 'name', 'quantity'].map((name, index) =>
      makeSetting(name, { columnOrder: index + 1 }),
    );
    expect(listColumnNames(resolveColumns(declaredTestColumns, [], storedSettings))).toEqual([
      'state',
      'code',
      'name',
      'quantity',
      'dueDate',
      'custom.7',
    ]);
  });

  test('a column that the screen computes is marked, because no list can be sorted by it', () => {
    const computedNames = entityNames.flatMap((entityName) => {
      const entity: EntityDeclaration = entities[entityName];
      const columns = buildDefaultColumns(entity, []).filter(
        ({ name }) => !(name in entity.fields) && name !== 'updatedBy' && name !== 'updatedAt',
      );
      expect(columns.map(({ isComputed }) => isComputed)).toEqual(columns.map(() => true));
      return columns.map(({ name }) => name);
    });
    expect(computedNames).toContain('partState');
  });

  test('without settings, a list shows the code first, aligns numbers at the end, and centers the rest', () => {
    for (const name of entityNames) {
      const entity: EntityDeclaration = entities[name];
      const columns = resolveColumns(
        buildDefaultColumns(entity, [
          { id: 3, code: 'x', name: 'X', names: {}, attribute: 'editable', type: 'number', width: null },
        ]),
        [],
        [],
      );
      if ('code' in entity.fields) expect([name, columns[0]!.name]).toEqual([name, 'code']);
      // The first column of a tree is aligned at the start, because its indent shows the level of each row.
      for (const [index, { field, align, custom }] of columns.entries())
        expect([name, align]).toEqual([
          name,
          entity.parentField && index === 0 ? 'start' : field?.kind === 'number' || custom ? 'end' : 'center',
        ]);
    }
    expectItemsChecked('lists', entityNames.length);
  });
});
