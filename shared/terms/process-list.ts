import type { Term } from '#shared/kernel/lang.ts';

/** The list of processes across orders, and planning many of them at once. */
export const processListTerms = {
  processManagement: ['工序管理', 'Processes', '工序管理', '工程管理'],
  processViewList: ['列表', 'List', '列表', '一覧'],
  processViewProgress: ['进度', 'Progress', '進度', '進捗'],
  processView: ['视图', 'View', '檢視', '表示'],
  processOverdue: ['逾期', 'Overdue', '逾期', '遅れ'],
  noProcessesYet: [
    '还没有工序。工单的零件编好工艺路线后，工序会显示在这里。',
    'No processes yet. They show here once the parts of a work order have a routing.',
    '還沒有工序。工單的零件編好製程路線後，工序會顯示在這裡。',
    '工程はまだありません。指図の部品に工程を登録すると、ここに表示されます。',
  ],
  planTogether: ['批量安排', 'Plan together', '批次安排', '一括計画'],
  planTogetherAbout: [
    '留空的项目保持不变。下方预览显示每道工序的结果。',
    'What stays empty does not change. The preview below shows the outcome of every process.',
    '留空的項目保持不變。下方預覽顯示每道工序的結果。',
    '空欄の項目は変更しません。下のプレビューに工程ごとの結果を表示します。',
  ],
  processesChosen: [
    '{{count}} 道工序',
    '{{count}} {count:process|processes}',
    '{{count}} 道工序',
    '{{count}} 工程',
  ],
  clearedFields: ['清空', 'Clear', '清空', '空にする'],
  emptyField: ['清空“{{field}}”', 'Clear “{{field}}”', '清空「{{field}}」', '「{{field}}」を空にする'],
  shiftDays: ['计划日期顺延', 'Move planned dates by', '計劃日期順延', '計画日の移動'],
  shiftDaysHint: [
    '负数表示提前。不能同时指定计划开始或计划结束。',
    'A negative number moves them to earlier days. Not together with a planned start or end.',
    '負數表示提前。不能同時指定計劃開始或計劃結束。',
    '負の数は前倒しです。計画開始・終了の指定とは併用できません。',
  ],
  preview: ['预览', 'Preview', '預覽', 'プレビュー'],
  previewCounts: [
    '{{changed}} 道会变更，{{unchanged}} 道不变，{{refused}} 道被拒绝',
    '{{changed}} will change, {{unchanged}} stay as they are, {{refused}} are refused',
    '{{changed}} 道會變更，{{unchanged}} 道不變，{{refused}} 道被拒絕',
    '変更 {{changed}}、変更なし {{unchanged}}、実行不可 {{refused}}',
  ],
  processUnchanged: ['不变', 'No change', '不變', '変更なし'],
  previewWaits: [
    '填写一项后显示预览。',
    'The preview shows once something is filled in.',
    '填寫一項後顯示預覽。',
    '項目を入力するとプレビューを表示します。',
  ],
  valueBecomes: [
    '{{field}}：{{before}} → {{after}}',
    '{{field}}: {{before}} → {{after}}',
    '{{field}}：{{before}} → {{after}}',
    '{{field}}：{{before}} → {{after}}',
  ],
  changeProcesses: ['变更 {{count}} 道', 'Change {{count}}', '變更 {{count}} 道', '{{count}} 件を変更'],
} as const satisfies Record<string, Term>;
