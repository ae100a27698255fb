import { useState } from 'react';
import { useT } from '#client/kit/words/t.ts';
import { ElapsedTime } from '#client/production/calls/elapsed.tsx';
import { useQualityOverview } from '#client/production/quality/use-quality.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { CountersignDialog } from './countersign-dialog.tsx';
import './countersign.css';

interface Props {
  worker: IdentifiedPerson;
  /** The token of the worker at this terminal. */
  token: string;
}

/** Lists the exceptions that wait for the signature of a person, the longest waiting first. A touch opens one. */
export function CountersignBar({ worker, token }: Props) {
  const t = useT();
  const [openId, setOpenId] = useState<number | null>(null);
  const { data } = useQualityOverview(token);
  const exceptionsToSign = data?.waitingForMe.filter(({ waitsFor }) => waitsFor === 'sign') ?? [];
  return (
    <>
      {exceptionsToSign.length > 0 && (
        <section className="countersigns" aria-label={t('waitsForSignature')}>
          <ul>
            {exceptionsToSign.map((exception) => (
              <li key={exception.id}>
                <button type="button" onClick={() => setOpenId(exception.id)}>
                  <strong>
                    {t('waitsForSignature')} · {exception.code} · {exception.errorClass ?? t('defectUnknown')}
                  </strong>
                  <small>
                    {exception.orderCode} · {exception.partName} · {exception.processName} ·{' '}
                    {t('heldPieces', { quantity: exception.quantity })}
                  </small>
                  <ElapsedTime since={exception.since} isShort />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {openId !== null && (
        <CountersignDialog
          key={openId}
          id={openId}
          worker={worker}
          token={token}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
}
