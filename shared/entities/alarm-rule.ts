import { ALARM_COMPARISONS } from '#shared/alarms/evaluate-alarm.ts';
import { ALARM_KINDS, ALARM_MEASURES } from '#shared/alarms/measures.ts';
import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, number, ref, refs, text } from '#shared/kernel/fields.ts';

export const ALARM_SEVERITIES = ['warning', 'critical'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

const MAX_LIMIT = 1_000_000;

/**
 * A rule that raises an alarm when a measured value reaches a limit. Some measures have several values, each
 * with its own alarm: for example, `screenSilentSeconds` has a value for each screen.
 */
export const alarmRule = defineEntity({
  name: 'alarmRule',
  path: '/mes/system/alarmRule',
  permission: 'SYSTEM_PARAM_SETTING_ALARM',
  shownAs: 'name',
  sort: 'name',
  topic: 'andon',
  derived: ['alarmKind'],
  filters: ['alarmKind', 'measure', 'severity', 'enabled'],
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    alarmKind: choice(ALARM_KINDS, { initial: 'threshold' }),
    measure: choice(ALARM_MEASURES, { required: true, label: 'alarmMeasure' }),
    /** If the group is missing, the rule applies to the whole factory. */
    workGroupId: ref('workGroup'),
    comparison: choice(ALARM_COMPARISONS, { initial: 'atLeast' }),
    limitValue: number({ required: true, min: 0, max: MAX_LIMIT, decimals: 2 }),
    /** A firing alarm ends at this value. Without it, a value that varies around the limit raises many alarms. */
    clearValue: number({ min: 0, max: MAX_LIMIT, decimals: 2 }),
    forMinutes: number({ min: 0, max: 1440, decimals: 0, initial: 0, unit: 'minutes' }),
    severity: choice(ALARM_SEVERITIES, { initial: 'warning' }),
    sound: flag({ initial: true, label: 'alarmSound' }),
    onWalls: flag({ initial: true }),
    escalateAfterMinutes: number({ min: 1, max: 10_080, decimals: 0, unit: 'minutes' }),
    escalationRoleIds: refs('role', { max: 20 }),
    enabled: flag({ initial: true }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const alarmRuleTerms = {
  alarmRule: ['报警规则', 'Alarm rule', '警報規則', 'アラームルール'],
  alarmRules: ['报警规则', 'Alarm rules', '警報規則', 'アラームルール'],
  alarmKind: ['报警类型', 'Kind of alarm', '警報類型', 'アラーム種別'],
  threshold: ['超限', 'Limit', '超限', 'しきい値'],
  lateness: ['超时、逾期', 'Late', '逾時、逾期', '遅れ'],
  noData: ['无报工', 'No reports', '無報工', '実績なし'],
  darkScreen: ['屏幕无响应', 'Dark screen', '螢幕無回應', '画面応答なし'],
  alarmMeasure: ['监视内容', 'Watched value', '監視內容', '監視する値'],
  attainmentByNow: ['至今计划达成率', 'Plan attainment by now', '至今計劃達成率', '現時点の計画達成率'],
  shiftScrapRate: ['本班报废率', 'Scrap rate of the shift', '本班報廢率', '今シフトの不良率'],
  openCallCount: ['未关闭呼叫数', 'Number of open calls', '未關閉呼叫數', '未解決の呼出件数'],
  downDeviceCount: ['停机设备数', 'Number of machines down', '停機設備數', '停止中の設備台数'],
  orderOverdueDays: ['工单逾期天数', 'Order overdue', '工單逾期天數', '指図の遅れ日数'],
  callUnansweredMinutes: ['呼叫未响应时间', 'Call unanswered', '呼叫未回應時間', '呼出の未対応時間'],
  groupSilentMinutes: ['班组无报工时间', 'No report from a group', '組別無報工時間', '班の実績入力なし'],
  deviceIdleMinutes: ['设备空闲时间', 'Machine idle', '設備閒置時間', '設備の待機時間'],
  screenSilentSeconds: ['屏幕无响应时间', 'Screen without response', '螢幕無回應時間', '画面の応答なし時間'],
  brokenControlRules: [
    '受控特性违反的判异准则数',
    'Control rules broken',
    '受控特性違反的判異準則數',
    '該当する異常判定ルール数',
  ],
  characteristicCpk: [
    '受控特性的 Cpk',
    'Cpk of a monitored characteristic',
    '受控特性的 Cpk',
    '監視中の特性の Cpk',
  ],
  comparison: ['报警条件', 'Alarm if', '警報條件', '発報条件'],
  atLeast: ['达到或超过', 'At least', '達到或超過', '以上'],
  atMost: ['达到或低于', 'At most', '達到或低於', '以下'],
  limitValue: ['报警值', 'Limit', '警報值', '発報値'],
  clearValue: ['恢复值', 'Clears at', '恢復值', '復帰値'],
  forMinutes: ['持续', 'For', '持續', '継続時間'],
  severity: ['级别', 'Severity', '級別', '重要度'],
  warning: ['警告', 'Warning', '警告', '警告'],
  critical: ['严重', 'Critical', '嚴重', '重大'],
  alarmSound: ['声音提示', 'Sound', '聲音提示', '音で知らせる'],
  onWalls: ['在看板上显示', 'Shown on walls', '在看板上顯示', '大画面に表示'],
  escalateAfterMinutes: [
    '未响应升级时间',
    'Escalate if unanswered for',
    '未回應升級時間',
    '未対応エスカレーション',
  ],
  escalationRole: ['升级到角色', 'Escalate to roles', '升級到角色', 'エスカレーション先ロール'],
} as const;
