// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { boardSchema } from '#shared/boards/board.ts';
import { HOME_PRESETS } from '#shared/boards/home-presets.ts';
import { readTileSettings } from '#boards/kit/read-tile-settings.ts';
import { buildHomeBoard, type HomeLayout } from '#boards/presets/home/home-preset.ts';
import { homeLayouts } from '#boards/presets/home/index.ts';
import { widgets as registry } from '#boards/widgets/index.ts';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const widgets = await registry.all.fetch();
const findWidget = (type: string) => widgets.find((widget) => widget.type === type)!;
const USER_WITH_ALL_PERMISSIONS = {
  kind: 'employee' as const,
  permissions: [...GRANTABLE_PERMISSION_CODES],
  workGroupId: 7,
};
const makeReader = (...permissions: string[]) => ({
  kind: 'employee' as const,
  permissions,
  workGroupId: null,
});

const countTiles = (layout: HomeLayout, widgetType: string): number =>
  layout.flatMap(({ tiles }) => tiles).filter(({ type }) => type === widgetType).length;

describe.each(HOME_PRESETS)('the home page %s', (name) => {
  const layout = homeLayouts[name];

  test('has a permission for each tile: that of the report of its widget', () => {
    for (const { type, settings = {}, permission } of layout.flatMap(({ tiles }) => tiles)) {
      const widget = findWidget(type);
      const values = readTileSettings(widget, { type, version: 1, settings, x: 0, y: 0, w: 1, h: 1 });
      expect(values, type).not.toBeNull();
      const path = widget.source!(values!, {})!.path;
      expect([type, permission]).toEqual([
        type,
        reportDescriptors.find((report) => report.path === path)!.permission,
      ]);
    }
    expectItemsChecked(`tiles of ${name}`, layout.length);
  });

  test('is a valid board that fills its stage, with tiles that are large enough', () => {
    const board = buildHomeBoard(layout, USER_WITH_ALL_PERMISSIONS);
    expect(boardSchema.safeParse(board).error).toBeUndefined();
    const area = board.tiles.reduce((sum, { w, h }) => sum + w * h, 0);
    expect(area).toBe(board.stage.columns * board.stage.rows);
    for (const { type, version, w, h } of board.tiles) {
      const { size, version: currentVersion } = findWidget(type);
      expect([type, w >= size.minW, h >= size.minH]).toEqual([type, true, true]);
      // The settings are written for the current version. With an older version number, they would be
      // upgraded wrongly.
      expect([type, version]).toEqual([type, currentVersion]);
    }
    expect(board.variables).toEqual({ group: '7' });
  });

  test('leaves out what a person may not see, and is never empty', () => {
    const { tiles } = buildHomeBoard(layout, makeReader());
    expect(tiles.length).toBeGreaterThan(0);
    expect(new Set(tiles.map(({ type }) => type))).toEqual(new Set(['workCount']));
    // The remaining tiles of a row take its full width.
    const readerTiles = buildHomeBoard(layout, makeReader('REPORT_FORM_OPEN_CALLS')).tiles;
    const callsTiles = readerTiles.filter(({ type }) => type === 'openCalls');
    expect(callsTiles.length).toBe(countTiles(layout, 'openCalls'));
    for (const { x, w } of callsTiles) expect([x, w]).toEqual([0, 24]);
  });
});

test('tiles about a work group are for people with a work group', () => {
  const listTileTypes = (workGroupId: number | null) =>
    buildHomeBoard(homeLayouts.workerHome, {
      ...makeReader('REPORT_FORM_GROUP_QUEUE'),
      workGroupId,
    }).tiles.map(({ type }) => type);
  expect(listTileTypes(null)).not.toContain('groupQueue');
  expect(listTileTypes(3)).toContain('groupQueue');
});
