import type { Term } from '#shared/kernel/lang.ts';

/** The terms of moving a part into another assembly. */
export const partMoveTerms = {
  movePart: ['移动零件', 'Move the part', '移動零件', '部品を移動'],
  movePartNamed: ['移动“{{name}}”', 'Move {{name}}', '移動「{{name}}」', '「{{name}}」を移動'],
  movePartTo: ['移动到…', 'Move to…', '移動到…', '移動先…'],
  topLevel: ['最上层', 'Top level', '最上層', '最上位'],
  movePartAbout: [
    '下级零件随同移动。数量和工序不变，各工序的到料重新计算。',
    'Its sub-parts move along. Quantities and processes stay; what has arrived at the processes is worked out again.',
    '下級零件隨同移動。數量和工序不變，各工序的到料重新計算。',
    '子部品も一緒に移動します。数量と工程は変わらず、各工程の到着数を計算し直します。',
  ],
  movedPartSuffices: [
    '“{{parent}}”共需 {{needed}}，本零件数量 {{quantity}}。',
    '“{{parent}}” needs {{needed}}; this part has {{quantity}}.',
    '「{{parent}}」共需 {{needed}}，本零件數量 {{quantity}}。',
    '「{{parent}}」の必要数は {{needed}}、この部品の数量は {{quantity}} です。',
  ],
  movedPartLacks: [
    '“{{parent}}”共需 {{needed}}，本零件只有 {{quantity}}：请随后修改数量。',
    '“{{parent}}” needs {{needed}}, but this part has only {{quantity}}: change its quantity afterwards.',
    '「{{parent}}」共需 {{needed}}，本零件只有 {{quantity}}：請隨後修改數量。',
    '「{{parent}}」の必要数は {{needed}} ですが、この部品は {{quantity}} しかありません。後で数量を変更してください。',
  ],
  partMoved: [
    '“{{name}}”已移到“{{parent}}”下',
    '{{name}} now goes into “{{parent}}”',
    '「{{name}}」已移到「{{parent}}」下',
    '「{{name}}」を「{{parent}}」の下へ移動しました',
  ],
  partMovedToTop: [
    '“{{name}}”已移到最上层',
    '{{name}} is now at the top level',
    '「{{name}}」已移到最上層',
    '「{{name}}」を最上位へ移動しました',
  ],
} as const satisfies Record<string, Term>;
