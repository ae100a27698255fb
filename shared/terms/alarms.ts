import type { Term } from '#shared/kernel/lang.ts';

/** Open alarms on walls, in the bell and in the list of calls and alarms. */
export const openAlarmTerms = {
  openAlarms: ['未恢复报警', 'Open alarms', '未恢復警報', '未復帰アラーム'],
  alarmsBadge: [
    '未恢复报警：{{count}}',
    'Open alarms: {{count}}',
    '未恢復警報：{{count}}',
    '未復帰アラーム：{{count}}',
  ],
  bellEscalated: [
    '{{count}} 条报警已升级到您',
    '{{count}} escalated to you',
    '{{count}} 條警報已升級給您',
    'あなたへのエスカレーション {{count}} 件',
  ],
  escalatedToYou: ['已升级到您', 'Escalated to you', '已升級給您', 'あなたへエスカレーション'],
  escalatedToRoles: [
    '已升级到 {{names}}',
    'Escalated to {{names}}',
    '已升級到 {{names}}',
    '{{names}} へエスカレーション',
  ],
  alarmValueOf: [
    '{{value}}（报警值 {{limit}}）',
    '{{value}} (limit {{limit}})',
    '{{value}}（警報值 {{limit}}）',
    '{{value}}（発報値 {{limit}}）',
  ],
  wholeFactory: ['全厂', 'Whole factory', '全廠', '工場全体'],
  firedTimes: ['已报警 {{count}} 次', 'Fired ×{{count}}', '已警報 {{count}} 次', '{{count}} 回発報'],
  moreAlarms: ['另有 {{count}} 条', '{{count}} more', '另有 {{count}} 條', '他 {{count}} 件'],
  'empty.alarmRule': [
    '报警规则说明什么数值达到多少时报警、在哪里提示、多久无人响应后升级给谁。',
    'An alarm rule says which value raises an alarm at which limit, where it shows, and to whom it escalates.',
    '警報規則說明什麼數值達到多少時警報、在哪裡提示、多久無人回應後升級給誰。',
    'アラームルールは、どの値がいくつになったら知らせるか、どこに表示し、未対応なら誰に上げるかを決めます。',
  ],
  'empty.alarm': [
    '还没有报警。报警规则的数值达到报警值时，会记录在这里。',
    'No alarm yet. When a value reaches the limit of an alarm rule, it is recorded here.',
    '還沒有警報。警報規則的數值達到警報值時，會記錄在這裡。',
    'まだアラームはありません。値がアラームルールの発報値に達すると、ここに記録されます。',
  ],
  'act.fire': ['报警', 'Alarm fired', '警報', '発報'],
  'act.escalate': ['升级', 'Escalated', '升級', 'エスカレーション'],
  'act.resolve': ['恢复', 'Resolved', '恢復', '復帰'],
  'permission.ALARM_ACKNOWLEDGE': ['响应报警', 'Acknowledge alarms', '回應警報', 'アラームに応答する'],
  'error.alarmState': [
    '报警为“{{state}}”({{by}})，无需再响应',
    'The alarm is “{{state}}” ({{by}}): it cannot be acknowledged',
    '警報為「{{state}}」({{by}})，無需再回應',
    'アラームは「{{state}}」({{by}})のため応答できません',
  ],
  'error.alarmEnded': [
    '报警刚刚已恢复，无需再响应',
    'The alarm has ended meanwhile: nothing is left to acknowledge',
    '警報剛剛已恢復，無需再回應',
    'アラームはすでに復帰したため、応答は不要です',
  ],
  'error.alarmLimits': [
    '恢复值必须在报警值的正常一侧',
    'The clear value must be on the normal side of the limit',
    '恢復值必須在警報值的正常一側',
    '復帰値は発報値より正常な側にしてください',
  ],
  'error.alarmEscalation': [
    '升级需要同时填写升级时间和角色',
    'An escalation needs both a time and roles',
    '升級需要同時填寫升級時間和角色',
    'エスカレーションには時間とロールの両方が必要です',
  ],
} as const satisfies Record<string, Term>;
