import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, moment, number, ref, text } from '#shared/kernel/fields.ts';

/** Whether a screen reports that it is on, has stopped reporting, or has no paired browser. */
export const SCREEN_STATES = ['online', 'dark', 'notPaired'] as const;
export type ScreenState = (typeof SCREEN_STATES)[number];

/**
 * A screen on a wall of the factory. A browser that is paired with the screen shows the playlist of the screen; without
 * a playlist, the board; without a board, the preset.
 */
export const wallScreen = defineEntity({
  name: 'wallScreen',
  path: '/mes/screen',
  permission: { read: 'SCREEN_MANAGE', write: 'SCREEN_MANAGE' },
  shownAs: 'name',
  sort: 'name',
  topic: 'board',
  filters: ['state', 'boardId', 'playlistId'],
  derived: ['state', 'seenAt', 'build', 'resolution', 'lag'],
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    place: text({ max: 100, label: 'screenPlace' }),
    playlistId: ref('playlist'),
    boardId: ref('board'),
    preset: choice(BOARD_PRESETS, { initial: 'mainHall', label: 'shownPreset' }),
    state: choice(SCREEN_STATES, { initial: 'notPaired', label: 'screenState' }),
    /** When the screen last reported that it is on. */
    seenAt: moment({ label: 'screenSeenAt' }),
    build: text({ max: 40, label: 'screenBuild' }),
    resolution: text({ max: 20 }),
    /** How long the server's answer to the last report of the screen took. */
    lag: number({ unit: 'milliseconds', min: 0, max: 600_000, decimals: 0 }),
    sizeInches: number({ unit: 'inches', min: 0, max: 500, decimals: 1, label: 'screenSize' }),
    viewingDistance: number({ unit: 'metres', min: 0, max: 200, decimals: 1 }),
    /** By how much the screen is darker outside shifts. */
    dimLevel: number({ unit: 'percent', min: 0, max: 90, decimals: 0, initial: 0 }),
  },
});

export const wallScreenTerms = {
  wallScreen: ['屏幕', 'Screen', '螢幕', '大画面'],
  wallScreens: ['屏幕管理', 'Screens', '螢幕管理', '大画面の管理'],
  screenPlace: ['位置', 'Place', '位置', '設置場所'],
  screenState: ['状态', 'State', '狀態', '状態'],
  online: ['在线', 'On', '上線', '表示中'],
  dark: ['无响应', 'Dark', '無回應', '応答なし'],
  notPaired: ['未配对', 'Not paired', '未配對', '未接続'],
  screenSeenAt: ['最近在线', 'Last seen', '最近上線', '最終確認'],
  screenBuild: ['版本', 'Build', '版本', 'ビルド'],
  resolution: ['分辨率', 'Resolution', '解析度', '解像度'],
  lag: ['延迟', 'Lag', '延遲', '遅延'],
  milliseconds: ['毫秒', 'ms', '毫秒', 'ミリ秒'],
  screenSize: ['屏幕尺寸', 'Size', '螢幕尺寸', '画面サイズ'],
  inches: ['英寸', 'in', '英吋', 'インチ'],
  viewingDistance: ['观看距离', 'Viewing distance', '觀看距離', '視聴距離'],
  metres: ['米', 'm', '公尺', 'm'],
  dimLevel: ['班次外调暗', 'Dimmed outside shifts', '班次外調暗', 'シフト外の減光'],
} as const;
