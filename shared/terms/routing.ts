import type { Term } from '#shared/kernel/lang.ts';

/** The terms of editing a routing as a table. */
export const routingTerms = {
  editRouting: ['编辑工艺路线', 'Edit routing', '編輯製程路線', '工程表を編集'],
  editRoutingNamed: [
    '“{{name}}”的工艺路线',
    'Routing of {{name}}',
    '「{{name}}」的製程路線',
    '「{{name}}」の工程表',
  ],
  routingKeys: [
    '可从 Excel 粘贴。Enter 下一行 · Ctrl+D 复制上一行 · Alt+↑↓ 移动行 · Ctrl+Delete 删除行 · 顺序号相同即并行',
    'Cells can be pasted from Excel. Enter: next row · Ctrl+D: copy from above · Alt+↑↓: move the row · Ctrl+Delete: remove it · Equal sequence numbers run in parallel',
    '可從 Excel 貼上。Enter 下一列 · Ctrl+D 複製上一列 · Alt+↑↓ 移動列 · Ctrl+Delete 刪除列 · 順序號相同即並行',
    'Excel から貼り付けできます。Enter：次の行 · Ctrl+D：上の行をコピー · Alt+↑↓：行を移動 · Ctrl+Delete：行を削除 · 順序番号が同じ工程は並行します',
  ],
  moveRows: ['移动行', 'Move rows', '移動列', '行の移動'],
  routingSaved: ['工艺路线已保存', 'Routing saved', '製程路線已儲存', '工程表を保存しました'],
  routingUnchanged: ['没有需要保存的修改', 'Nothing has changed', '沒有需要儲存的修改', '変更はありません'],
  routingReloaded: [
    '{{by}} 刚刚修改了这条工艺路线。已载入新的内容，您的修改仍保留，请核对后再保存。',
    '{{by}} has just changed this routing. Its new values are loaded, and your changes are kept. Check them and save again.',
    '{{by}} 剛剛修改了這條製程路線。已載入新的內容，您的修改仍保留，請核對後再儲存。',
    '{{by}} さんがこの工程表を変更しました。最新の内容を読み込み、入力中の変更は残しています。確認してもう一度保存してください。',
  ],
  cellsNotUnderstood: [
    '{{count}} 个单元格未能识别：{{cells}}',
    'Cells not understood ({{count}}): {{cells}}',
    '{{count}} 個儲存格未能識別：{{cells}}',
    '{{count}} 個のセルを読み取れませんでした：{{cells}}',
  ],
} as const satisfies Record<string, Term>;
