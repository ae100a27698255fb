import { useState } from 'react';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { ElapsedTime } from '#client/production/calls/elapsed.tsx';
import { useOpenCalls } from '#client/production/calls/use-open-calls.ts';
import { useIdentifiedPeople, type IdentifiedPerson } from '../identified-people.ts';
import { WithdrawCallDialog } from './withdraw-call.tsx';
import './open-calls.css';

interface Props {
  worker: IdentifiedPerson | null;
  workGroupId: number | null;
}

/**
 * Lists the open calls of the work group and of the people at this terminal, with the time since each
 * call. The current worker can withdraw their own calls until somebody has arrived.
 */
export function OpenCalls({ worker, workGroupId }: Props) {
  const t = useT();
  const user = useUser();
  const people = useIdentifiedPeople();
  const [callToWithdraw, setCallToWithdraw] = useState<OpenCall | null>(null);
  const { data: calls } = useOpenCalls();
  const isHere = (employeeId: number | null) =>
    employeeId !== null &&
    (employeeId === user.employeeId || people.some((one) => one.employeeId === employeeId));
  const shown = (calls ?? []).filter(
    (one) => isHere(one.raisedById) || (workGroupId !== null && one.workGroupId === workGroupId),
  );
  if (shown.length === 0) return null;
  return (
    <section className="open-calls" aria-label={t('openCalls')}>
      <ul>
        {shown.map((one) => {
          const { shape, tone } = getStateStyle(one.stops ? 'down' : 'raised');
          const place = one.deviceName ?? one.processName ?? one.code;
          const mayWithdraw =
            one.state !== 'onSite' && worker !== null && one.raisedById === worker.employeeId;
          return (
            <li key={one.id} className={`open-call state-${tone}`}>
              <span className="open-call-what">
                <strong>
                  <span aria-hidden="true">{shape}</span> {one.typeName} · {place}
                </strong>
                <span className="open-call-who">
                  <StateMark state={one.state} /> {one.answeredBy ?? one.raisedBy}
                </span>
              </span>
              <ElapsedTime since={one.raisedAt} className="open-call-age" />
              {mayWithdraw && (
                <button
                  type="button"
                  className="floor-button"
                  aria-label={t('actOf', { what: t('withdrawCall'), name: `${place} · ${one.typeName}` })}
                  onClick={() => setCallToWithdraw(one)}
                >
                  {t('withdrawCall')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {callToWithdraw && worker && (
        <WithdrawCallDialog call={callToWithdraw} as={worker.token} onClose={() => setCallToWithdraw(null)} />
      )}
    </section>
  );
}
