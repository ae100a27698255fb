import { useMemo } from 'react';
import { OPEN_ALARMS_SOURCE } from '#shared/boards/preset-sources.ts';
import type { OpenAlarm } from '#shared/answers/open-alarm.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { compareAlarms } from '#client/production/alarms/compare-alarms.ts';
import { formatAlarmValue, getSeverityStyle } from '#client/production/alarms/describe-alarm.ts';
import { useAcknowledgeAlarm } from '#client/production/alarms/use-acknowledge-alarm.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useSource } from '#client/kit/live/live.ts';
import { useVisitor } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { ElapsedTimeInWords } from '../drawing/elapsed-in-words.tsx';
import { useAlarmSound } from './use-alarm-sound.ts';
import './wall-alarms.css';

const SOURCE_PARAMS = { ...OPEN_ALARMS_SOURCE.params };
/** People outside the factory do not see its alarms. */
const OUTSIDE_USER_KINDS: ReadonlySet<string | undefined> = new Set(['customer', 'supplier', 'link']);

/** Shows an alarm. It flashes until somebody acknowledges it. Then it shows the name of this person. */
function ShownAlarm({ alarm, moreAlarmCount }: { alarm: OpenAlarm; moreAlarmCount: number }) {
  const t = useT();
  const { session } = useVisitor();
  const { acknowledge, busy } = useAcknowledgeAlarm();
  const isFiring = alarm.state === 'firing';
  const { shape, tone } = isFiring ? getSeverityStyle(alarm.severity) : getStateStyle(alarm.state);
  const subject = [alarm.subject, alarm.name].filter(Boolean).join(' · ');
  return (
    <div
      className={`wall-alarm ${isFiring ? `is-firing wall-alarm-${tone}` : 'is-quiet'}`}
      role={isFiring ? 'alert' : 'status'}
    >
      <span className="wall-shape" aria-hidden="true">
        {shape}
      </span>
      <strong className="wall-alarm-word">{t(isFiring ? 'alarm' : 'acknowledged')}</strong>
      <span className="wall-alarm-what cut">
        {isFiring ? subject : [alarm.acknowledgedBy, subject].filter(Boolean).join(' · ')}
      </span>
      {isFiring && (
        <span className="wall-alarm-value">{formatAlarmValue(alarm.measure, alarm.firedValue, t)}</span>
      )}
      <span className="wall-alarm-since">
        <ElapsedTimeInWords since={alarm.firedAt} />
      </span>
      {moreAlarmCount > 0 && (
        <span className="wall-alarm-more">{t('moreAlarms', { count: moreAlarmCount })}</span>
      )}
      {isFiring && hasPermission(session?.user, 'ALARM_ACKNOWLEDGE') && (
        <button
          type="button"
          className="wall-alarm-button"
          disabled={busy}
          aria-label={t('actOf', { what: t('acknowledge'), name: subject })}
          onClick={() => void acknowledge(alarm)}
        >
          {t('acknowledge')}
        </button>
      )}
    </div>
  );
}

function AlarmsOfFactory() {
  const { rows } = useSource(OPEN_ALARMS_SOURCE.path, SOURCE_PARAMS);
  const alarms = useMemo(() => (rows as unknown as readonly OpenAlarm[]).toSorted(compareAlarms), [rows]);
  const firingAlarms = useMemo(() => alarms.filter(({ state }) => state === 'firing'), [alarms]);
  useAlarmSound(firingAlarms);
  const [alarm] = alarms;
  if (!alarm) return null;
  // While an alarm is unacknowledged, the acknowledged ones are not counted.
  const shownCount = firingAlarms.length > 0 ? firingAlarms.length : alarms.length;
  return <ShownAlarm alarm={alarm} moreAlarmCount={shownCount - 1} />;
}

/**
 * Shows the open alarms at the head of a wall. A person with the permission can acknowledge them there; a paired screen
 * only shows them.
 */
export function WallAlarms() {
  const { session } = useVisitor();
  return !session || OUTSIDE_USER_KINDS.has(session.user.kind) ? null : <AlarmsOfFactory />;
}
