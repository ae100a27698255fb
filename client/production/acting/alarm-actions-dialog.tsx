import { Button, DialogBody } from '@blueprintjs/core';
import type { ListedAlarm } from '#shared/answers/open-alarm.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { formatTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatAlarmValue, getSeverityStyle } from '../alarms/describe-alarm.ts';
import { useAcknowledgeAlarm } from '../alarms/use-acknowledge-alarm.ts';
import { useOpenAlarms } from '../alarms/use-open-alarms.ts';
import { ElapsedTime } from '../calls/elapsed.tsx';
import '#client/kit/look/blueprint.css';
import '../calls/call-line.css';
import './acting.css';

interface Props {
  alarmId: number;
  onClose: () => void;
}

/** Shows an open alarm. The button disappears when somebody has acknowledged the alarm. */
function AlarmDetails({ alarm, onClose }: { alarm: ListedAlarm; onClose: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { acknowledge, busy } = useAcknowledgeAlarm();
  const { shape, tone } = getSeverityStyle(alarm.severity);
  const acknowledgeAlarm = async () => {
    if (await acknowledge(alarm)) onClose();
  };
  return (
    <>
      <div className={`call-line state-${alarm.state === 'firing' ? tone : 'idle'}`}>
        <span className="call-line-what">
          <span aria-hidden="true">{shape}</span> {t(alarm.severity)} · {alarm.name}
        </span>
        <StateMark state={alarm.state} />
        <ElapsedTime since={alarm.firedAt} />
      </div>
      <p className="acting-line">
        <span>{t(alarm.measure)}</span>
        <span>
          {t('alarmValueOf', {
            value: formatAlarmValue(alarm.measure, alarm.firedValue, t),
            limit: formatAlarmValue(alarm.measure, alarm.limitValue, t),
          })}
        </span>
      </p>
      {alarm.escalatedTo && (
        <p className="acting-line">
          <span>
            <span aria-hidden="true">{getStateStyle('suspended').shape}</span>{' '}
            {t('escalatedToRoles', { names: alarm.escalatedTo })}
          </span>
        </p>
      )}
      {alarm.acknowledgedAt && (
        <p className="acting-line">
          <span>{t('acknowledgedBy')}</span>
          <span>{alarm.acknowledgedBy}</span>
          <span>{formatTime(alarm.acknowledgedAt, zone)}</span>
        </p>
      )}
      {alarm.state === 'firing' && (
        <div className="acting-buttons">
          <Button
            size="large"
            intent="primary"
            text={t('acknowledge')}
            loading={busy}
            autoFocus
            onClick={() => void acknowledgeAlarm()}
          />
        </div>
      )}
    </>
  );
}

/** Offers to acknowledge an open alarm. The dialog always shows the current state of the alarm. */
export function AlarmActionsDialog({ alarmId, onClose }: Props) {
  const t = useT();
  const { data: alarms, isError } = useOpenAlarms();
  const alarm = alarms?.find(({ id }) => id === alarmId);
  const title = alarm ? (alarm.subject ?? t('wholeFactory')) : t('alarm');
  return (
    <Dialog isOpen className="acting-dialog" title={title} onClose={onClose}>
      <DialogBody>
        {alarm ? (
          <AlarmDetails alarm={alarm} onClose={onClose} />
        ) : alarms || isError ? (
          <p>{t(alarms ? 'error.alarmEnded' : 'error.requestFailed')}</p>
        ) : (
          <span className="skeleton acting-skeleton" />
        )}
      </DialogBody>
    </Dialog>
  );
}
