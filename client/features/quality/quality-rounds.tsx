import type { CountersignRound, QualityDetail } from '#shared/quality/answers.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { RoundSigners } from '#client/production/quality/signing/round-signers.tsx';
import { SignedDocumentList } from '#client/production/quality/signing/signed-document-list.tsx';

interface RoundProps {
  round: CountersignRound;
  previousRound: CountersignRound | undefined;
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
      <RoundSigners round={round} />
      <SignedDocumentList round={round} previousRound={previousRound} />
      <p className="quality-hash" title={documentHash}>
        {`SHA-256 ${documentHash}`}
      </p>
    </details>
  );
}

/** Shows the rounds of countersigns of an exception, the latest round first. */
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
