import { Button } from '@blueprintjs/core';
import { CameraIcon } from '@blueprintjs/icons';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { STEP_BY_CALL_STATE } from '#shared/machines/andon-call.ts';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { ElapsedTime } from '#client/production/calls/elapsed.tsx';
import { useCallAction } from '#client/production/calls/use-call-verb.ts';
import { formatTime } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

interface Props {
  call: OpenCall;
  onOpenPicture: (id: number) => void;
  onSolve: () => void;
  onWithdraw: () => void;
}

/**
 * Returns the name of a call's device. If the call has no device, returns the name of its process.
 * If the call has no process either, returns the code of the call.
 */
const getCallPlaceName = (call: OpenCall): string => call.deviceName ?? call.processName ?? call.code;

/**
 * Shows an open call. A user with the permission to answer calls gets a large button for the next step.
 */
export function CallCard({ call, onOpenPicture, onSolve, onWithdraw }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const { sendAction, busy } = useCallAction();
  const { shape, tone } = getStateStyle(call.stops ? 'down' : 'raised');
  const step = STEP_BY_CALL_STATE[call.state];
  const placeName = getCallPlaceName(call);
  const details = [
    call.deviceName === null ? null : call.processName,
    call.partName,
    call.orderCode,
    call.groupName,
  ].filter(Boolean);
  const mayAnswer = hasPermission(user, 'ANDON_ANSWER');
  const mayWithdraw =
    call.state !== 'onSite' && call.raisedById !== null && call.raisedById === user.employeeId;
  const takeNextStep = () =>
    step === 'solve' ? onSolve() : void sendAction(step, { id: call.id, version: call.version });
  return (
    <article
      className={`call-card state-${tone}`}
      aria-label={`${call.typeName} ${placeName}`}
      data-call={call.code}
    >
      <header>
        <span className="call-what">
          <span aria-hidden="true">{shape}</span> {call.typeName}
          {call.stops && <strong>{t('stops')}</strong>}
        </span>
        <ElapsedTime since={call.raisedAt} className="call-elapsed" />
      </header>
      <h2>{placeName}</h2>
      {details.length > 0 && <p className="call-where">{details.join(' · ')}</p>}
      {call.description && <p className="call-words">{call.description}</p>}
      <p className="call-who">
        {call.raisedBy} · {formatTime(call.raisedAt, zone)} · {call.code}
      </p>
      <p className="call-step">
        <StateMark state={call.state} />
        {call.answeredBy && <span>{call.answeredBy}</span>}
        {call.state !== 'raised' && <ElapsedTime since={call.stepSince} />}
      </p>
      {call.level > 0 && (
        <p className="call-level">
          <span aria-hidden="true">{getStateStyle('suspended').shape}</span>{' '}
          {call.asked
            ? t('askedNow', { level: call.level, names: call.asked })
            : t('levelOf', { level: call.level })}
        </p>
      )}
      <footer>
        {call.picture !== null && (
          <Button
            size="large"
            icon={<CameraIcon />}
            aria-label={t('showPicture')}
            onClick={() => onOpenPicture(call.picture!)}
          />
        )}
        {mayWithdraw && <Button size="large" text={t('withdrawCall')} disabled={busy} onClick={onWithdraw} />}
        {mayAnswer && (
          <Button
            className="call-next"
            size="large"
            intent="primary"
            text={t(step)}
            aria-label={t('actOf', { what: t(step), name: `${placeName} · ${call.typeName}` })}
            loading={busy}
            onClick={takeNextStep}
          />
        )}
      </footer>
    </article>
  );
}
