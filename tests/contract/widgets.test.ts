// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { getFieldLabel, type FieldMap } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { terms } from '#shared/terms/index.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { FILE_SETTING_BY_WIDGET } from '#shared/boards/board-files.ts';
import { boardSchema, DEFAULT_STAGE } from '#shared/boards/board.ts';
import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import { PRESET_SOURCES } from '#shared/boards/preset-sources.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import { readTileSettings } from '#boards/kit/read-tile-settings.ts';
import { WIDGET_AREAS } from '#boards/kit/widget.ts';
import { presets as presetsByName } from '#boards/presets/index.ts';
import type { Preset } from '#boards/presets/preset.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { listWrongValues } from '#tests/support/makers.ts';

const widgets = await registry.all.fetch();
const widgetFiles = Object.keys(import.meta.glob('../../boards/widgets/*.tsx'));
const presetEntries = Object.entries(
  import.meta.glob('../../boards/presets/*.ts', { eager: true }) as Record<string, Record<string, unknown>>,
).flatMap(([file, module]) =>
  Object.values(module)
    .filter((value): value is Preset => typeof value === 'object' && value !== null && 'board' in value)
    .map((preset) => [file.split('/').at(-1)!, preset] as const),
);
/** Files that may read the clock, because they show only the present. */
const FILES_WITH_CLOCK = ['kit/wall/use-alarm-sound.ts'];
const makeTile = (type: string, version: number, settings: Record<string, unknown>) => ({
  type,
  version,
  settings,
  x: 0,
  y: 0,
  w: 6,
  h: 6,
});
const makeInitialValues = (fields: FieldMap) => validateRecord(fields, {}).values;

test('every area of widgets has a title', () => {
  expect(WIDGET_AREAS.map((area) => `widgetArea.${area}`).filter((key) => !(key in terms))).toEqual([]);
  expectItemsChecked('areas of widgets', WIDGET_AREAS.length);
});

test('every file of a widget is registered', () => {
  expect(widgets).toHaveLength(widgetFiles.length);
  expect(widgets.map(({ type }) => type)).toEqual(registry.types);
  expectItemsChecked('widgets', widgets.length);
});

test('no widget reads the clock itself, because a playback has another time', () => {
  const codeByFile = import.meta.glob('../../boards/{widgets,kit}/**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  }) as Record<string, string>;
  const clockPattern = /getServerTime\(|Date\.now\(|new Date\(\)/;
  const offendingEntries = Object.entries(codeByFile).filter(
    ([file, code]) => clockPattern.test(code) && !FILES_WITH_CLOCK.some((name) => file.endsWith(name)),
  );
  expect(offendingEntries.map(([file]) => file)).toEqual([]);
  expect(clockPattern.test('const now = getServerTime();')).toBe(true);
  expectItemsChecked('files of widgets and boards', Object.keys(codeByFile).length);
});

describe.each(widgets.map((widget) => [widget.type, widget] as const))('the widget %s', (type, widget) => {
  test('has terms for its title, and for the labels, choices and units of its settings', () => {
    const words = { ...terms, ...widget.words };
    expect(widget.title in words).toBe(true);
    const labels = Object.entries(widget.settings).map(([name, field]) => getFieldLabel(name, field));
    const choicesAndUnits = Object.values(widget.settings).flatMap((field) => [
      ...(field.choices ?? []),
      ...(field.unit ? [field.unit] : []),
    ]);
    expect([...labels, ...choicesAndUnits].filter((word) => !(word in words))).toEqual([]);
  });

  test('fits the stage, and is not smaller than its minimum size', () => {
    const { w, h, minW, minH } = widget.size;
    expect(
      minW > 0 && minW <= w && w <= DEFAULT_STAGE.columns && minH > 0 && minH <= h && h <= DEFAULT_STAGE.rows,
    ).toBe(true);
  });

  test('works without settings, and refuses every wrong setting', () => {
    const settings = readTileSettings(widget, makeTile(type, widget.version, {}));
    expect(settings).toEqual(makeInitialValues(widget.settings));
    expect(settings).not.toBeNull();
    for (const [name, field] of Object.entries(widget.settings)) {
      for (const { value } of listWrongValues(field)) {
        expect([
          name,
          value,
          readTileSettings(widget, makeTile(type, widget.version, { [name]: value })),
        ]).toEqual([name, value, null]);
      }
    }
    expect(readTileSettings(widget, makeTile(type, widget.version, { noSuchSetting: 1 }))).toBeNull();
    expect(readTileSettings(widget, makeTile(type, widget.version + 1, {}))).toBeNull();
  });

  test('gets its rows from an existing report, with parameters that the report accepts', () => {
    const source = widget.source?.(makeInitialValues(widget.settings)!, {});
    if (!source) return;
    const { path, params } = source;
    const report = reportDescriptors.find((descriptor) => descriptor.path === path);
    expect(report).toBeDefined();
    expect(validateRecord(report!.parameters, params).problems).toBeUndefined();
  });
});

test.each(presetEntries)(
  'every tile of the shipped board %s is an existing widget, and no tiles overlap',
  (_, { title, board }) => {
    expect(title in terms).toBe(true);
    expect(boardSchema.safeParse(board).error).toBeUndefined();
    const coveredCells = new Set<string>();
    for (const tile of board.tiles) {
      const widget = widgets.find(({ type }) => type === tile.type);
      expect(widget, tile.type).toBeDefined();
      expect(readTileSettings(widget!, tile)).not.toBeNull();
      expect([tile.type, tile.w >= widget!.size.minW, tile.h >= widget!.size.minH]).toEqual([
        tile.type,
        true,
        true,
      ]);
      for (let x = tile.x; x < tile.x + tile.w; x++) {
        for (let y = tile.y; y < tile.y + tile.h; y++) {
          expect(coveredCells.has(`${x} ${y}`)).toBe(false);
          coveredCells.add(`${x} ${y}`);
        }
      }
    }
  },
);

test.each(BOARD_PRESETS)('the sources of the preset %s are those of its tiles', (name) => {
  const { tiles, variables } = presetsByName[name].board;
  const sources = tiles.flatMap((tile) => {
    const widget = widgets.find(({ type }) => type === tile.type)!;
    return widget.source?.(readTileSettings(widget, tile)!, variables) ?? [];
  });
  const sortByPath = (sourceNames: readonly SourceName[]) =>
    [...sourceNames].sort((left, right) => left.path.localeCompare(right.path));
  expect(sortByPath(PRESET_SOURCES[name])).toEqual(sortByPath(sources));
});

test('the settings with files are those that the server knows', () => {
  const fileSettings = widgets.flatMap((widget) =>
    Object.entries(widget.settings)
      .filter(([, { kind }]) => kind === 'file')
      .map(([name]) => [widget.type, name]),
  );
  expect(Object.fromEntries(fileSettings)).toEqual(FILE_SETTING_BY_WIDGET);
  expectItemsChecked('settings with files', fileSettings.length);
});

test('there are shipped boards', () => expectItemsChecked('shipped boards', presetEntries.length));
