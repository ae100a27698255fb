import type { Term } from '#shared/kernel/lang.ts';

/** Search, keyboard shortcuts, the list of deleted data, and messages about refusals and failures. */
export const searchScreenTerms = {
  // Command palette
  findAnything: ['查找或执行', 'Search or run a command', '尋找或執行', '検索・操作'],
  findPlaceholder: [
    '输入编码、名称、拼音或拼音首字母…',
    'Type a code, a name or a page…',
    '輸入編號、名稱、拼音或拼音首字母…',
    'コード、名称、画面名を入力…',
  ],
  recentChoices: ['最近使用', 'Recent', '最近使用', '最近使ったもの'],
  pagesFound: ['页面', 'Pages', '頁面', '画面'],
  actions: ['操作', 'Actions', '操作', '操作'],
  newOrder: ['新建工单', 'New work order', '新增工單', '新しい製造指図'],
  languageTo: ['语言：{{name}}', 'Language: {{name}}', '語言：{{name}}', '言語：{{name}}'],
  themeTo: ['外观：{{name}}', 'Appearance: {{name}}', '外觀：{{name}}', '表示：{{name}}'],
  foundCount: ['找到 {{count}} 项', '{{count}} found', '找到 {{count}} 項', '{{count}} 件見つかりました'],
  nothingFoundFor: [
    '没有找到“{{text}}”',
    'Nothing found for “{{text}}”',
    '沒有找到「{{text}}」',
    '「{{text}}」は見つかりません',
  ],
  findFailed: [
    '暂时无法查找，请重试',
    'The search did not answer; try again',
    '暫時無法尋找，請重試',
    '検索できませんでした。もう一度お試しください',
  ],

  // Keyboard shortcuts
  shortcuts: ['键盘快捷键', 'Keyboard shortcuts', '鍵盤快速鍵', 'キーボードショートカット'],
  everywhere: ['所有页面', 'Everywhere', '所有頁面', 'すべての画面'],
  inLists: ['列表', 'In lists', '清單', '一覧'],
  inForms: ['表单', 'In forms', '表單', 'フォーム'],
  singleKeys: [
    '使用单键快捷键(?、/、n)',
    'Use shortcuts of a single key (?, /, n)',
    '使用單鍵快速鍵(?、/、n)',
    '1 文字のショートカット(?、/、n)を使う',
  ],
  keyShortcuts: ['显示本表', 'Show this sheet', '顯示本表', 'この一覧を表示'],
  keyClose: ['关闭弹窗、菜单', 'Close what is open', '關閉對話方塊、選單', '開いているものを閉じる'],
  keySkip: ['从页首跳到正文', 'From the top to the content', '從頁首跳至內文', '先頭から本文へ移動'],
  keySearch: ['跳到搜索框', 'Go to the search box', '跳至搜尋框', '検索欄へ移動'],
  keyNew: ['新建', 'Add', '新增', '追加'],
  keyWalk: ['上一行、下一行', 'One row up or down', '上一列、下一列', '1 行上・下へ'],
  keyEnds: ['第一行、最后一行', 'First or last row', '第一列、最後一列', '最初・最後の行へ'],
  keyPages: ['向上、向下一屏', 'A screen up or down', '向上、向下一頁', '1 画面上・下へ'],
  keySelect: ['选择该行', 'Select the row', '選取該列', '行を選択'],
  keyOpen: ['打开该行', 'Open the row', '開啟該列', '行を開く'],
  keyFold: ['展开、折叠下级', 'Expand or collapse what is below', '展開、摺疊下級', '下位を開く・閉じる'],
  keyDelete: ['删除所选', 'Delete the selection', '刪除所選', '選択分を削除'],
  keySave: ['保存', 'Save', '儲存', '保存'],
  keySubmit: ['在弹窗中确认', 'Confirm in a dialog', '在對話方塊中確認', 'ダイアログで確定'],
  keyChoose: [
    '在选择框中打开、选择',
    'Open and choose in a picker',
    '在選擇框中開啟、選擇',
    '選択欄を開く・選ぶ',
  ],
  keyAddLine: [
    '在最后一行新增一行',
    'Another row, from the last one',
    '在最後一列新增一列',
    '最後の行で行を追加',
  ],
  keyRemoveLine: ['移除该行', 'Remove the row', '移除該列', '行を削除'],

  // Deleted data
  deletedData: ['数据恢复', 'Deleted data', '資料還原', '削除データの復元'],
  'permission.SYSTEM_DELETED_DATA': [
    '恢复已删除的数据',
    'Recover deleted data',
    '還原已刪除的資料',
    '削除したデータを復元する',
  ],
  kindOfData: ['数据类型', 'Kind of data', '資料類型', 'データの種類'],
  allKinds: ['全部类型', 'All kinds', '全部類型', 'すべての種類'],
  deletedAt: ['删除时间', 'Deleted', '刪除時間', '削除日時'],
  deletedBy: ['删除人', 'Deleted by', '刪除人', '削除者'],
  restore: ['恢复', 'Restore', '還原', '復元'],
  restoredCount: [
    '已恢复 {{count}} 项',
    '{{count}} restored',
    '已還原 {{count}} 項',
    '{{count}} 件復元しました',
  ],
  restoreTogether: ['一并恢复', 'Restore them too', '一併還原', 'あわせて復元'],
  restoreWithTitle: [
    '引用的数据也已删除',
    'What it refers to is deleted too',
    '引用的資料也已刪除',
    '参照先も削除されています',
  ],
  nothingDeleted: [
    '没有已删除的数据',
    'Nothing was deleted',
    '沒有已刪除的資料',
    '削除されたデータはありません',
  ],
  nothingDeletedText: [
    '在任何列表中删除的数据都会出现在这里，可以恢复。',
    'Rows deleted from any list appear here and can be restored.',
    '在任何清單中刪除的資料都會出現在這裡，可以還原。',
    '一覧で削除したデータはここに並び、元に戻せます。',
  ],
  deletedWithWay: [
    '已删除 {{count}} 项，可在“数据恢复”中恢复',
    '{{count}} deleted; can be restored from “Deleted data”',
    '已刪除 {{count}} 項，可在「資料還原」中還原',
    '{{count}} 件削除しました(「削除データの復元」から戻せます)',
  ],

  // Refusals and failures
  notDone: ['未执行', 'Not done', '未執行', '実行されませんでした'],
  notRefreshedSince: [
    '未能刷新，显示的是 {{time}} 的数据',
    'Not refreshed: this is from {{time}}',
    '未能重新整理，顯示的是 {{time}} 的資料',
    '更新できません。{{time}} 時点の内容です',
  ],
  'error.codeNeverFree': [
    '{{field}}“{{value}}”已被使用过(包括已删除的)，不能重复',
    '{{field}} “{{value}}” is or was somebody’s and is never given again, not even after a deletion',
    '{{field}}「{{value}}」已被使用過(包括已刪除的)，不能重複',
    '{{field}}「{{value}}」は使用済みです(削除済みを含む)。再利用できません',
  ],
  'error.codeTakenMeanwhile': [
    '“{{name}}”不能恢复：{{field}}“{{value}}”已被“{{by}}”使用。请先修改其中之一',
    '“{{name}}” cannot come back: {{field}} “{{value}}” is now used by “{{by}}”. Change that first',
    '「{{name}}」不能還原：{{field}}「{{value}}」已被「{{by}}」使用。請先修改其中之一',
    '「{{name}}」は復元できません：{{field}}「{{value}}」は「{{by}}」で使われています。先にそちらを変更してください',
  ],
  'error.referencesDeleted': [
    '“{{name}}”引用的 {{count}} 项数据({{entity}})也已删除，请先恢复或一并恢复',
    '“{{name}}” refers to {{count}} deleted {count:row|rows} ({{entity}}): restore {count:it|those} first or together',
    '「{{name}}」引用的 {{count}} 項資料({{entity}})也已刪除，請先還原或一併還原',
    '「{{name}}」が参照する {{count}} 件({{entity}})も削除されています。先に、またはあわせて復元してください',
  ],
} as const satisfies Record<string, Term>;
