import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, number, ref, text } from '#shared/kernel/fields.ts';

/**
 * Boards that a screen shows in turn. While a call for help is open, the screen shows the board for calls instead.
 * Afterwards it continues the playlist at the interrupted board.
 */
export const playlist = defineEntity({
  name: 'playlist',
  path: '/mes/screen/playlist',
  permission: { read: 'SCREEN_MANAGE', write: 'SCREEN_MANAGE' },
  shownAs: 'name',
  sort: 'name',
  topic: 'board',
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    items: lines(
      {
        boardId: ref('board'),
        preset: choice(BOARD_PRESETS, { initial: 'mainHall', label: 'shownPreset' }),
        seconds: number({ min: 5, max: 3600, decimals: 0, initial: 30, unit: 'seconds', label: 'dwellTime' }),
      },
      { min: 1, max: 30, label: 'playlistItems' },
    ),
    /** Without a board, open calls do not interrupt the playlist. */
    callBoardId: ref('board', { label: 'callBoard' }),
  },
});

export const playlistTerms = {
  playlist: ['轮播单', 'Playlist', '輪播清單', '再生リスト'],
  playlists: ['轮播单', 'Playlists', '輪播清單', '再生リスト'],
  playlistItems: ['依次显示', 'Shown in turn', '依序顯示', '順に表示'],
  dwellTime: ['停留时间', 'Shown for', '停留時間', '表示時間'],
  callBoard: [
    '有呼叫或报警时显示',
    'Shown during calls and alarms',
    '有呼叫或警報時顯示',
    '呼出・アラーム中に表示',
  ],
} as const;
