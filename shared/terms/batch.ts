import type { Words } from '../kernel/lang.ts';

/** Selected rows of a list, and commands for many rows. */
export const batchTerms = {
  selectionBar: ['所选操作', 'For the selection', '所選操作', '選択中の操作'],
  selectedCount: ['已选 {{count}} 项', '{{count}} selected', '已選 {{count}} 項', '{{count}} 件選択中'],
  clearSelection: ['取消选择', 'Clear the selection', '取消選擇', '選択を解除'],
  batchDone: [
    '{{verb}}：{{count}} 项已完成',
    '{{verb}}: {{count}} done',
    '{{verb}}：{{count}} 項已完成',
    '{{verb}}：{{count}} 件完了',
  ],
  batchCounts: [
    '{{done}} 项已完成，{{refused}} 项被拒绝',
    '{{done}} done, {{refused}} refused',
    '{{done}} 項已完成，{{refused}} 項被拒絕',
    '{{done}} 件完了、{{refused}} 件は実行できません',
  ],
  batchRowDone: ['已完成', 'Done', '已完成', '完了'],
  batchResult: ['结果', 'Result', '結果', '結果'],
  refusedStaySelected: [
    '被拒绝的项仍保持选中。',
    'The refused rows stay selected.',
    '被拒絕的項仍保持選取。',
    '実行できなかった行は選択されたままです。',
  ],
  setDueDate: ['修改交期', 'Set due date', '修改交期', '納期を変更'],
  setPriority: ['修改优先级', 'Set priority', '修改優先順序', '優先度を変更'],
  ordersChosen: [
    '已选 {{count}} 个工单',
    '{{count}} work orders',
    '已選 {{count}} 張工單',
    '{{count}} 件の指図',
  ],
  printCards: ['打印流程卡', 'Print cards', '列印流程卡', '現品票を印刷'],
  cardsToPrint: [
    '流程卡：{{count}} 张',
    'Process cards: {{count}}',
    '流程卡：{{count}} 張',
    '現品票：{{count}} 枚',
  ],
  noCardsOf: [
    '没有可打印的流程卡：{{names}}',
    'No process card to print: {{names}}',
    '沒有可列印的流程卡：{{names}}',
    '印刷できる現品票がありません：{{names}}',
  ],
} as const satisfies Words;
