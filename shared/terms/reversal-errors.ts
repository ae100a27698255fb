/** Why a report, or a movement to or from a supplier, cannot be reversed now, and what must be reversed first. */
export const reversalErrorTerms = {
  'error.reverseBlocked': [
    '不能冲销：工序“{{name}}”的“{{bucket}}”只剩 {{left}}，需要 {{needed}}',
    'Cannot reverse: “{{bucket}}” of process “{{name}}” has {{left}} left, {{needed}} needed',
    '不能沖銷：工序「{{name}}」的「{{bucket}}」只剩 {{left}}，需要 {{needed}}',
    '取消できません：工程「{{name}}」の「{{bucket}}」の残り {{left}} に対し {{needed}} が必要です',
  ],
  'error.reverseBlockedBy': [
    '不能冲销：工序“{{name}}”的“{{bucket}}”只剩 {{left}}，需要 {{needed}}。请先冲销“{{what}}”（{{who}}，{{at}}，数量 {{quantity}}）',
    'Cannot reverse: “{{bucket}}” of process “{{name}}” has {{left}} left, {{needed}} needed. First reverse “{{what}}” ({{who}}, {{at}}, quantity {{quantity}})',
    '不能沖銷：工序「{{name}}」的「{{bucket}}」只剩 {{left}}，需要 {{needed}}。請先沖銷「{{what}}」（{{who}}，{{at}}，數量 {{quantity}}）',
    '取消できません：工程「{{name}}」の「{{bucket}}」の残り {{left}} に対し {{needed}} が必要です。先に「{{what}}」（{{who}}、{{at}}、数量 {{quantity}}）を取り消してください',
  ],
  'error.reverseLaterFirst': [
    '工序“{{name}}”的这些件后来返工或未加工退回，又重新报过工。请先冲销“{{what}}”（{{who}}，{{at}}，数量 {{quantity}}）',
    'Pieces of process “{{name}}” were reworked or taken back unmachined later, and then reported again. First reverse “{{what}}” ({{who}}, {{at}}, quantity {{quantity}})',
    '工序「{{name}}」的這些件後來返工或未加工退回，又重新報過工。請先沖銷「{{what}}」（{{who}}，{{at}}，數量 {{quantity}}）',
    '工程「{{name}}」の品物はその後、手直しまたは未加工の引取を経て再び報告されています。先に「{{what}}」（{{who}}、{{at}}、数量 {{quantity}}）を取り消してください',
  ],
  'error.reverseUnderException': [
    '不能冲销：工序“{{name}}”有 {{quantity}} 件在质量异常“{{code}}”中',
    'Cannot reverse: {{quantity}} of process “{{name}}” are under quality exception “{{code}}”',
    '不能沖銷：工序「{{name}}」有 {{quantity}} 件在品質異常「{{code}}」中',
    '取消できません：工程「{{name}}」の {{quantity}} 個が品質異常「{{code}}」の対象です',
  ],
  'error.reverseInWarehouse': [
    '不能冲销：“{{name}}”已入库 {{warehoused}}，冲销后完成且未用的只有 {{finished}}。请先冲销入库记录（{{who}}，{{at}}，数量 {{quantity}}）',
    'Cannot reverse: {{warehoused}} of “{{name}}” are in the warehouse, but only {{finished}} would be finished and not used. First reverse the receipt of {{quantity}} ({{who}}, {{at}})',
    '不能沖銷：「{{name}}」已入庫 {{warehoused}}，沖銷後完成且未用的只有 {{finished}}。請先沖銷入庫記錄（{{who}}，{{at}}，數量 {{quantity}}）',
    '取消できません：「{{name}}」は {{warehoused}} が入庫済みですが、完成して未使用の数が {{finished}} になります。先に入庫記録（{{who}}、{{at}}、数量 {{quantity}}）を取り消してください',
  ],
} as const;
