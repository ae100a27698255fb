import { ALARM_COMPARISONS } from '#shared/alarms/evaluate-alarm.ts';
import { ALARM_MEASURES } from '#shared/alarms/measures.ts';
import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { ALARM_STATES } from '#shared/machines/alarm.ts';
import { ALARM_SEVERITIES } from './alarm-rule.ts';

/** The largest value that an alarm stores, in the unit of its measure; the smallest is its negative. */
export const MAX_FIRED_VALUE = 1_000_000_000;

/**
 * One occurrence of an alarm: its cause, its times, and who acknowledged it. The record has copies of the
 * values of the rule, so that the history stays correct when the rule is changed or deleted.
 */
export const alarm = defineEntity({
  name: 'alarm',
  path: '/mes/alarm',
  permission: 'PRODUCTION',
  shownAs: 'name',
  sort: '-firedAt',
  topic: 'andon',
  verbs: ['page', 'get'],
  filters: ['state', 'severity', 'measure', 'subject', 'firedAt'],
  fields: {
    /** The name of the rule. */
    name: text({ required: true, max: 100, label: 'alarmRule' }),
    /** The name of the screen, order, call, group or device; null if the alarm concerns the whole factory. */
    subject: text({ max: 200, label: 'alarmSubject' }),
    state: choice(ALARM_STATES, { initial: 'firing', label: 'alarmState' }),
    severity: choice(ALARM_SEVERITIES, { initial: 'warning' }),
    measure: choice(ALARM_MEASURES, { required: true, label: 'alarmMeasure' }),
    /** The value at the time at which the alarm last fired. */
    firedValue: number({ required: true, min: -MAX_FIRED_VALUE, max: MAX_FIRED_VALUE, decimals: 2 }),
    comparison: choice(ALARM_COMPARISONS, { initial: 'atLeast' }),
    limitValue: number({ required: true, min: 0, decimals: 2 }),
    sound: flag({ label: 'alarmSound' }),
    onWalls: flag(),
    /** When the limit was reached. */
    conditionSince: moment({ required: true }),
    /** When the alarm fired for the first time. */
    firedAt: moment({ required: true }),
    /**
     * How often the alarm fired. If it fires again within SAME_ALARM_MINUTES after its end, the server counts
     * it here and creates no new alarm.
     */
    firedCount: number({ required: true, min: 1, decimals: 0, initial: 1 }),
    lastFiredAt: moment({ required: true }),
    acknowledgedAt: moment(),
    acknowledgedById: ref('employee'),
    escalatedAt: moment(),
    /** The names of the roles to which the alarm was escalated. */
    escalatedTo: text({ max: 2000 }),
    resolvedAt: moment(),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const alarmTerms = {
  alarm: ['报警', 'Alarm', '警報', 'アラーム'],
  alarms: ['报警记录', 'Alarm history', '警報記錄', 'アラーム履歴'],
  alarmSubject: ['报警对象', 'Subject', '警報對象', '対象'],
  alarmState: ['报警状态', 'Alarm state', '警報狀態', 'アラーム状態'],
  firing: ['报警中', 'Firing', '警報中', '発報中'],
  resolved: ['已恢复', 'Resolved', '已恢復', '復帰'],
  firedValue: ['报警时数值', 'Value when fired', '警報時數值', '発報時の値'],
  conditionSince: ['超限开始', 'Limit reached at', '超限開始', '超過開始'],
  firedAt: ['报警时间', 'Fired at', '警報時間', '発報日時'],
  firedCount: ['报警次数', 'Times fired', '警報次數', '発報回数'],
  lastFiredAt: ['最近报警时间', 'Last fired at', '最近警報時間', '最終発報日時'],
  escalatedAt: ['升级时间', 'Escalated at', '升級時間', 'エスカレーション日時'],
  escalatedTo: ['升级到', 'Escalated to', '升級到', 'エスカレーション先'],
  resolvedAt: ['恢复时间', 'Resolved at', '恢復時間', '復帰日時'],
} as const;
