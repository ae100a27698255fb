import { useMemo } from 'react';
import { ALARM_MEASURES, type AlarmMeasure } from '#shared/alarms/measures.ts';
import { ALARM_SEVERITIES, type AlarmSeverity } from '#shared/entities/alarm-rule.ts';
import { number } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { OPEN_ALARM_STATES, type OpenAlarmState } from '#shared/machines/alarm.ts';
import { compareAlarms } from '#client/production/alarms/compare-alarms.ts';
import { formatAlarmValue, getSeverityStyle } from '#client/production/alarms/describe-alarm.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ElapsedTimeInWords } from '../kit/drawing/elapsed-in-words.tsx';
import { UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './open-alarms.css';

const words = {
  noOpenAlarms: ['当前没有报警', 'No open alarms', '目前沒有警報', '未復帰のアラームはありません'],
  acknowledgedByName: ['{{name}} 已响应', '{{name}} acknowledged', '{{name}} 已回應', '{{name}} 応答済み'],
  escalated: ['已升级', 'Escalated', '已升級', 'エスカレーション済み'],
} as const satisfies TermsByKey;

interface ShownAlarm {
  id: number;
  name: string;
  subject: string;
  state: OpenAlarmState;
  severity: AlarmSeverity;
  measure: AlarmMeasure | null;
  firedValue: number | null;
  firedAt: string;
  firedCount: number;
  acknowledgedBy: string;
  escalatedAt: string | null;
  escalatedTo: string;
}

/** Reads an alarm. An unknown state counts as firing, and an unknown level counts as critical. */
const readShownAlarm = (row: ReportRow): ShownAlarm => ({
  id: cellReaders.number(row, 'id') ?? 0,
  name: cellReaders.text(row, 'name'),
  subject: cellReaders.text(row, 'subject'),
  state: OPEN_ALARM_STATES.find((state) => state === row['state']) ?? 'firing',
  severity: ALARM_SEVERITIES.find((severity) => severity === row['severity']) ?? 'critical',
  measure: ALARM_MEASURES.find((measure) => measure === row['measure']) ?? null,
  firedValue: cellReaders.number(row, 'firedValue'),
  firedAt: cellReaders.text(row, 'firedAt'),
  firedCount: cellReaders.number(row, 'firedCount') ?? 1,
  acknowledgedBy: cellReaders.text(row, 'acknowledgedBy'),
  escalatedAt: cellReaders.text(row, 'escalatedAt') || null,
  escalatedTo: cellReaders.text(row, 'escalatedTo'),
});

/**
 * Shows who has acknowledged an alarm. For an unacknowledged alarm, shows the value, and the roles to which it was
 * escalated.
 */
function AlarmProgress({ alarm, t }: { alarm: ShownAlarm; t: Translate<keyof typeof words> }) {
  if (alarm.state === 'acknowledged')
    return (
      <WallStateMark stateStyle={getStateStyle('acknowledged')}>
        {alarm.acknowledgedBy ? t('acknowledgedByName', { name: alarm.acknowledgedBy }) : t('acknowledged')}
      </WallStateMark>
    );
  return (
    <>
      <span className="alarm-value">
        {alarm.measure !== null && alarm.firedValue !== null
          ? formatAlarmValue(alarm.measure, alarm.firedValue, t)
          : UNKNOWN_VALUE_TEXT}
      </span>
      {alarm.escalatedTo && (
        <span className="alarm-escalation">
          <WallStateMark stateStyle={getStateStyle('suspended')}>{t('escalated')}</WallStateMark>
          <span className="alarm-roles quiet"> {alarm.escalatedTo}</span>
        </span>
      )}
    </>
  );
}

function OpenAlarmsContent({ settings, rows, areRowsKnown }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
  const alarms = useMemo(() => rows.map(readShownAlarm).sort(compareAlarms), [rows]);
  if (alarms.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noOpenAlarms' : 'waitingForData')}</TileMessage>;
  // At most one row flashes: the first unacknowledged critical alarm, which is the first row.
  const flashingAlarmId = alarms.find(
    ({ state, severity }) => state === 'firing' && severity === 'critical',
  )?.id;
  const getLampClass = ({ id, state, severity }: ShownAlarm) =>
    `alarm-lamp is-${state === 'firing' ? severity : 'quiet'}${id === flashingAlarmId ? ' is-flashing' : ''}`;
  return (
    <div className="wall-table">
      <PagedRows
        rows={alarms}
        keyOf={({ id }) => String(id)}
        pageSeconds={settings.pageSeconds}
        rowClass="alarm-columns"
        marksNew
        subjectOf={({ id, name, subject, state }) =>
          state === 'firing'
            ? { kind: 'alarm', id, name: [subject || t('wholeFactory'), name].filter(Boolean).join(' · ') }
            : null
        }
      >
        {(alarm) => (
          <>
            <span className={getLampClass(alarm)} aria-hidden="true" />
            <span className="alarm-subject cut">{alarm.subject || t('wholeFactory')}</span>
            <span className="alarm-what">
              <span className="alarm-level">
                <WallStateMark stateStyle={getSeverityStyle(alarm.severity)}>
                  {t(alarm.severity)}
                </WallStateMark>
              </span>
              <span className="alarm-name cut">{alarm.name || UNKNOWN_VALUE_TEXT}</span>
              <span className="alarm-progress cut">
                <AlarmProgress alarm={alarm} t={t} />
                {alarm.firedCount > 1 && (
                  <span className="alarm-count quiet"> {t('firedTimes', { count: alarm.firedCount })}</span>
                )}
              </span>
            </span>
            <span className="alarm-since to-end">
              <ElapsedTimeInWords since={alarm.firedAt} />
            </span>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/**
 * Shows the open alarms of rules that are shown on walls: their level, subject, rule and age, and who has acknowledged
 * them.
 */
export const openAlarms = defineWidget({
  type: 'openAlarms',
  version: 1,
  title: 'openAlarms',
  area: 'calls',
  words,
  size: { w: 9, h: 9, minW: 6, minH: 4 },
  settings: {
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: () => ({ path: '/mes/form/openAlarms', params: {} }),
  Component: OpenAlarmsContent,
});
