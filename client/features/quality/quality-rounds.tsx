import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CountersignRound, QualityDetail } from '#shared/quality/answers.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { RoundSigners } from '#client/production/quality/signing/round-signers.tsx';
import { SignedDocumentList } from '#client/production/quality/signing/signed-document-list.tsx';
import { Viewers } from '#client/production/quality/signing/viewers.tsx';

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

/**
 * A button that reminds the signers who have not signed. Shown only to the signers, and to users who may decide about
 * exceptions.
 */
function RemindButton({ exceptionId, round }: { exceptionId: number; round: CountersignRound }) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const { busy, runRequest } = useRequestSender();
  const isSigner = round.signers.some(({ employeeId }) => employeeId === user.employeeId);
  if (!isSigner && !hasPermission(user, 'QUALITY_DETERMINE')) return null;
  const remind = () =>
    runRequest(async () => {
      const { names } = await send<{ names: string[] }>('/mes/quality/remind', { id: exceptionId });
      showSuccess(t('signersReminded', { names: joinWords(names) }));
      await client.invalidateQueries({ queryKey: queryKeys.entity('qualityException') });
    });
  return <Button text={t('remindSigners')} loading={busy} onClick={() => void remind()} />;
}

/** Shows the rounds of countersigns of an exception, the latest round first. */
export function QualityRounds({ exception: { id, rounds, state } }: { exception: QualityDetail }) {
  const t = useT();
  const user = useUser();
  const openRound = rounds.find(({ isOpen }) => isOpen);
  if (rounds.length === 0 && state === 'cancelled') return null;
  return (
    <section className="card quality-section" aria-labelledby="quality-rounds">
      <h2 id="quality-rounds">{t('countersign')}</h2>
      {rounds.length === 0 && <p className="quality-muted">{t('noRoundYet')}</p>}
      {openRound && (
        <div className="quality-open-round">
          <Viewers exceptionId={id} ownId={user.employeeId} />
          <RemindButton exceptionId={id} round={openRound} />
        </div>
      )}
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
