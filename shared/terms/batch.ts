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
  suspendManyAsk: [
    '暂停 {{count}} 个工单后不能再开工，正在进行的报工仍可完工。',
    'While {{count}} {count:order is|orders are} suspended nothing can be started; what is running can still be finished.',
    '暫停 {{count}} 張工單後不能再開工，正在進行的報工仍可完工。',
    '{{count}} 件の指図を中断すると新たに着手できません。作業中のものは完了できます。',
  ],
  closeManyAsk: [
    '关闭 {{count}} 个工单后不能再报工。确定吗？',
    'Once {{count}} {count:order is|orders are} closed nothing more can be reported on them. Close them?',
    '關閉 {{count}} 張工單後不能再報工。確定嗎？',
    '{{count}} 件の指図をクローズすると、以後は実績を入力できません。よろしいですか？',
  ],
  cancelManyAsk: [
    '取消后 {{count}} 个工单不再生产，且不能恢复。确定吗？',
    '{{count}} {count:order|orders} will not be made, and this cannot be taken back. Cancel them?',
    '取消後 {{count}} 張工單不再生產，且不能恢復。確定嗎？',
    '{{count}} 件の指図の生産を取りやめます。元に戻せません。よろしいですか？',
  ],
  reopenManyAsk: [
    '重新打开后 {{count}} 个工单可以继续报工。',
    'After this, work on {{count}} {count:order|orders} can be reported again.',
    '重新開啟後 {{count}} 張工單可以繼續報工。',
    '再オープンすると {{count}} 件の指図の実績入力を再開できます。',
  ],
  ordersLeftOut: [
    '以下工单当前状态不允许此操作，将跳过：{{names}}。',
    'Left out, because their state does not allow it: {{names}}.',
    '以下工單目前狀態不允許此操作，將略過：{{names}}。',
    '現在の状態では実行できないため対象外：{{names}}。',
  ],
  reverseBatch: ['冲销整批', 'Reverse batch', '沖銷整批', '一括分を取消'],
  reportsOfBatch: [
    '本批共 {{count}} 条报工',
    '{{count}} {count:report|reports} of the batch',
    '本批共 {{count}} 筆報工',
    '一括報告の実績 {{count}} 件',
  ],
  kindInBatch: ['{{kind}}（批量）', '{{kind}} (batch)', '{{kind}}（批量）', '{{kind}}（一括）'],
  undoneOfBatch: [
    '{{done}} 项已撤销，{{refused}} 项不能撤销：{{reason}}',
    '{{done}} undone, {{refused}} refused: {{reason}}',
    '{{done}} 項已撤銷，{{refused}} 項不能撤銷：{{reason}}',
    '{{done}} 件を元に戻しました。{{refused}} 件は戻せません：{{reason}}',
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
