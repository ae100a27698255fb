import type { CountersignRound, QualityDetail } from '#shared/quality/answers.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { SignedDocumentList } from './signed-document-list.tsx';

interface RoundProps {
  round: CountersignRound;
  previousRound: CountersignRound | undefined;
}

/** Shows who has signed a round and who is still to sign. */
function Signers({ round }: { round: CountersignRound }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <ul className="quality-signers">
      {round.signers.map(({ employeeId, name }) => {
        const signature = round.signatures.find(({ signerId }) => signerId === employeeId);
        return (
          <li key={employeeId}>
            <StateMark state={signature?.result ?? 'notCountersigned'} />
            <span>
              <strong>{name}</strong>
              {signature?.deputyName && ` (${t('signedByDeputy', { name: signature.deputyName })})`}
              {signature && <time>{formatMoment(signature.at, zone)}</time>}
              {signature?.comment && <q>{signature.comment}</q>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Round({ round, previousRound }: RoundProps) {
  const t = useT();
  const zone = useTimeZone();
  const { stage, number, by, at, documentHash } = round;
  return (
    <details className="quality-round" open={round.isOpen}>
      <summary>
        <strong>
          {t(stage)} · {t('roundNumber', { number })}
        </strong>
        <span>
          {t('signedCount', { signed: round.signatures.length, asked: round.signers.length })} · {by} ·{' '}
          {formatMoment(at, zone)}
        </span>
      </summary>
      <Signers round={round} />
      <SignedDocumentList round={round} previousRound={previousRound} />
      <p className="quality-hash" title={documentHash}>
        {`SHA-256 ${documentHash}`}
      </p>
    </details>
  );
}

/** Shows the countersigns: the running round first, the earlier rounds stay readable. */
export function QualityRounds({ exception: { rounds, state } }: { exception: QualityDetail }) {
  const t = useT();
  if (rounds.length === 0 && state === 'cancelled') return null;
  return (
    <section className="card quality-section" aria-labelledby="quality-rounds">
      <h2 id="quality-rounds">{t('countersign')}</h2>
      {rounds.length === 0 && <p className="quality-muted">{t('noRoundYet')}</p>}
      {rounds.toReversed().map((round) => (
        <Round
          key={round.id}
          round={round}
          previousRound={rounds.find(
            ({ stage, number }) => stage === round.stage && number === round.number - 1,
          )}
        />
      ))}
    </section>
  );
}
