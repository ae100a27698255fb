import type { CountersignRound } from '#shared/quality/answers.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import './signing.css';

/** Shows who has signed a round and who is still to sign. */
export function RoundSigners({ round }: { round: CountersignRound }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <ul className="round-signers">
      {round.signers.map(({ employeeId, name, remindedAt }) => {
        const signature = round.signatures.find(({ signerId }) => signerId === employeeId);
        return (
          <li key={employeeId}>
            <StateMark state={signature?.result ?? 'notCountersigned'} />
            <span>
              <strong>{name}</strong>
              {signature?.deputyName && ` (${t('signedByDeputy', { name: signature.deputyName })})`}
              {!signature && remindedAt && (
                <time>{t('remindedAt', { at: formatMoment(remindedAt, zone) })}</time>
              )}
              {signature && <time>{formatMoment(signature.at, zone)}</time>}
              {signature?.comment && <q>{signature.comment}</q>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
