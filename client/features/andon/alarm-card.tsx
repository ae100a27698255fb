import { Button } from '@blueprintjs/core';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { ListedAlarm } from '#shared/answers/open-alarm.ts';
import { formatAlarmValue, getSeverityStyle } from '#client/production/alarms/describe-alarm.ts';
import { useAcknowledgeAlarm } from '#client/production/alarms/use-acknowledge-alarm.ts';
import { ElapsedTime } from '#client/production/calls/elapsed.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatTime } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

/** Shows an open alarm. A user with the permission gets a large button to acknowledge it. */
export function AlarmCard({ alarm }: { alarm: ListedAlarm }) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const { acknowledge, busy } = useAcknowledgeAlarm();
  const subject = alarm.subject ?? t('wholeFactory');
  const { shape, tone } = getSeverityStyle(alarm.severity);
  const isFiring = alarm.state === 'firing';
  return (
    <article
      className={`call-card state-${isFiring ? tone : 'idle'}`}
      aria-label={`${alarm.name} ${subject}`}
      data-alarm={alarm.id}
    >
      <header>
        <span className="call-what">
          <span aria-hidden="true">{shape}</span> {alarm.name}
          {alarm.severity === 'critical' && <strong>{t('critical')}</strong>}
        </span>
        <ElapsedTime since={alarm.firedAt} className="call-elapsed" />
      </header>
      <h2>{subject}</h2>
      <p className="call-who">
        {t(alarm.measure)}:{' '}
        {t('alarmValueOf', {
          value: formatAlarmValue(alarm.measure, alarm.firedValue, t),
          limit: formatAlarmValue(alarm.measure, alarm.limitValue, t),
        })}
        {alarm.firedCount > 1 && ` · ${t('firedTimes', { count: alarm.firedCount })}`}
      </p>
      <p className="call-step">
        <StateMark state={alarm.state} />
        {alarm.acknowledgedBy && <span>{alarm.acknowledgedBy}</span>}
        {alarm.acknowledgedAt && <span>{formatTime(alarm.acknowledgedAt, zone)}</span>}
      </p>
      {alarm.escalatedTo && (
        <p className="call-level">
          <span aria-hidden="true">{getStateStyle('suspended').shape}</span>{' '}
          {alarm.isEscalatedToUser
            ? t('escalatedToYou')
            : t('escalatedToRoles', { names: alarm.escalatedTo })}
        </p>
      )}
      {isFiring && hasPermission(user, 'ALARM_ACKNOWLEDGE') && (
        <footer>
          <Button
            className="call-next"
            size="large"
            intent="primary"
            text={t('acknowledge')}
            aria-label={t('actOf', { what: t('acknowledge'), name: `${subject} · ${alarm.name}` })}
            loading={busy}
            onClick={() => void acknowledge(alarm)}
          />
        </footer>
      )}
    </article>
  );
}
