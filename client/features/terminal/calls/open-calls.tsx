import { useState } from 'react';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { ElapsedTime } from '#client/production/calls/elapsed.tsx';
import { useOpenCalls } from '#client/production/calls/use-open-calls.ts';
import { useIdentifiedPeople, type IdentifiedPerson } from '../people/identified-people.ts';
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
  const isAtThisTerminal = (employeeId: number | null) =>
    employeeId !== null &&
    (employeeId === user.employeeId || people.some((person) => person.employeeId === employeeId));
  const shownCalls = (calls ?? []).filter(
    (call) => isAtThisTerminal(call.raisedById) || (workGroupId !== null && call.workGroupId === workGroupId),
  );
  if (shownCalls.length === 0) return null;
  return (
    <section className="open-calls" aria-label={t('openCalls')}>
      <ul>
        {shownCalls.map((call) => {
          const { shape, tone } = getStateStyle(call.stops ? 'down' : 'raised');
          const placeName = call.deviceName ?? call.processName ?? call.code;
          const mayWithdraw =
            call.state !== 'onSite' && worker !== null && call.raisedById === worker.employeeId;
          return (
            <li key={call.id} className={`open-call state-${tone}`}>
              <span className="open-call-what">
                <strong>
                  <span aria-hidden="true">{shape}</span> {call.typeName} · {placeName}
                </strong>
                <span className="open-call-who">
                  <StateMark state={call.state} /> {call.answeredBy ?? call.raisedBy}
                </span>
              </span>
              <ElapsedTime since={call.raisedAt} className="open-call-age" />
              {mayWithdraw && (
                <button
                  type="button"
                  className="floor-button"
                  aria-label={t('actOf', {
                    what: t('withdrawCall'),
                    name: `${placeName} · ${call.typeName}`,
                  })}
                  onClick={() => setCallToWithdraw(call)}
                >
                  {t('withdrawCall')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {callToWithdraw && worker && (
        <WithdrawCallDialog
          call={callToWithdraw}
          workerToken={worker.token}
          onClose={() => setCallToWithdraw(null)}
        />
      )}
    </section>
  );
}
