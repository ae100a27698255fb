import { BOARD_PRESETS, LARGE_SCREENS } from '#shared/boards/preset-names.ts';
import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, ref } from '#shared/kernel/fields.ts';

/**
 * The board that a factory shows at one of the two addresses for large screens. Without a board, the preset is shown.
 */
export const largeScreen = defineEntity({
  name: 'largeScreen',
  path: '/mes/board/largeScreen',
  permission: { read: 'SCREEN_MANAGE', write: 'SCREEN_MANAGE' },
  shownAs: 'screen',
  sort: 'screen',
  topic: 'board',
  verbs: ['page', 'get', 'save'],
  fields: {
    screen: choice(LARGE_SCREENS, { required: true, unique: true, label: 'largeScreen' }),
    boardId: ref('board'),
    preset: choice(BOARD_PRESETS, { initial: 'mainHall', label: 'shownPreset' }),
  },
});

export const largeScreenTerms = {
  largeScreen1: ['大屏 1', 'Wall display 1', '大螢幕 1', '大画面1'],
  largeScreen2: ['大屏 2', 'Wall display 2', '大螢幕 2', '大画面2'],
  shownPreset: ['模板', 'Preset', '範本', 'ひな形'],
} as const;
