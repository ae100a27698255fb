import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, number, ref, refs, text } from '#shared/kernel/fields.ts';

/** A board that a factory has made for its screens. Its tiles are in the table `board_version`, once per version. */
export const board = defineEntity({
  name: 'board',
  path: '/mes/board',
  permission: { read: 'SIGNED_IN', write: 'BOARD_DESIGN' },
  shownAs: 'name',
  sort: 'name',
  topic: 'board',
  derived: ['ownerId', 'edition', 'tileCount', 'preset'],
  fields: {
    name: text({ required: true, max: 100 }),
    /** The employee who added the board. */
    ownerId: ref('employee', { label: 'boardOwner' }),
    sharing: choice(['ownerOnly', 'theseRoles', 'everyone'], { initial: 'ownerOnly' }),
    /** The roles that may see the board if `sharing` is `theseRoles`. */
    roleIds: refs('role', { max: 100 }),
    /** The preset from which the board was copied. */
    preset: choice(BOARD_PRESETS),
    /** The number of the newest version of the content. */
    edition: number({ min: 1, decimals: 0, initial: 1, label: 'version' }),
    tileCount: number({ min: 0, decimals: 0, initial: 0 }),
  },
});

export const boardEntityTerms = {
  board: ['看板', 'Board', '看板', 'ボード'],
  boards: ['看板', 'Boards', '看板', 'ボード'],
  boardOwner: ['创建人', 'Owner', '建立人', '作成者'],
  sharing: ['可见范围', 'Visible to', '可見範圍', '公開範囲'],
  ownerOnly: ['仅创建人', 'Only the owner', '僅建立人', '作成者のみ'],
  theseRoles: ['指定角色', 'These roles', '指定角色', '指定したロール'],
  preset: ['来源模板', 'Copied from', '來源範本', '元のひな形'],
  mainHallUpright: [
    '生产总览（竖屏）',
    'Production overview (portrait)',
    '生產總覽（直式）',
    '生産状況（縦向き）',
  ],
  tileCount: ['组件数', 'Tiles', '元件數', '部品数'],
} as const;
