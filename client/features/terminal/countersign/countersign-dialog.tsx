import { DialogBody } from '@blueprintjs/core';
import type { CountersignRound, QualityDetail } from '#shared/quality/answers.ts';
import { text } from '#shared/kernel/fields.ts';
import type { SignatureResult } from '#shared/machines/quality-exception.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { formatProblem } from '#client/kit/fields/lines/lines-input.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';
import { useT } from '#client/kit/words/t.ts';
import { isPinComplete, PinEntry } from '#client/kit/number-pad/pin-entry.tsx';
import { RoundSigners } from '#client/production/quality/signing/round-signers.tsx';
import { SignedDocumentList } from '#client/production/quality/signing/signed-document-list.tsx';
import { SignerChoice } from '#client/production/quality/signing/signer-choice.tsx';
import { Viewers } from '#client/production/quality/signing/viewers.tsx';
import { RESULTS, useSignature } from '#client/production/quality/signing/use-signature.ts';
import { useQualityCommand, useQualityDetail } from '#client/production/quality/use-quality.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import '#client/kit/forms/form-dialog.css';
import './countersign.css';

const FIELDS = { comment: text({ max: 500, label: 'signatureComment' }), pin: text({ max: 20 }) } as const;

interface SigningPerson {
  worker: IdentifiedPerson;
  /** The token of the worker at this terminal. */
  token: string;
  onClose: () => void;
}

interface FormProps extends SigningPerson {
  exception: QualityDetail;
  round: CountersignRound;
}

function CountersignForm({ exception, round: shownRound, worker, token, onClose }: FormProps) {
  const t = useT();
  const signature = useSignature(exception, shownRound, worker.employeeId);
  const { round, previousRound, makeFields, ...signerChoiceProps } = signature;
  const form = useForm(FIELDS);
  const { submit, busy, refusal } = useQualityCommand(form, onClose, token);
  const pictureUrl = useFileUrl(exception.picture, token);
  const { code } = exception;
  const comment = String(form.values['comment'] ?? '');
  const pin = String(form.values['pin'] ?? '');
  const problem =
    refusal ?? formatProblem(form.problems['pin'], t) ?? formatProblem(form.problems['comment'], t);
  const sign = async (result: SignatureResult) => {
    if (result === 'notPassed' && comment.trim() === '')
      return form.refuse({ comment: t('error.signatureReasonMissing') });
    const values = form.check();
    const fields = makeFields(result);
    if (!values || !fields) return;
    // A PIN is typed again for each try.
    form.set('pin', '');
    await submit(
      '/mes/quality/sign',
      { ...fields, ...values },
      t('exceptionSigned', { code, result: t(result) }),
    );
  };
  return (
    <div className="countersign">
      <section aria-label={t('signedDocument')}>
        <p className="countersign-pieces">
          {exception.orderCode} · {exception.partCode} {exception.partName} · {exception.seq}{' '}
          {exception.processName}
        </p>
        {pictureUrl && <img src={pictureUrl} alt={t('exceptionPicture')} />}
        <SignedDocumentList round={round} previousRound={previousRound} />
        <h3>{t('signedCount', { signed: round.signatures.length, asked: round.signers.length })}</h3>
        <RoundSigners round={round} />
        <Viewers exceptionId={exception.id} ownId={worker.employeeId} workerToken={token} />
      </section>
      <section aria-label={t('signException')}>
        <SignerChoice {...signerChoiceProps} />
        <h3>{t('enterPin', { name: worker.name })}</h3>
        <PinEntry pin={pin} onChange={(value) => form.set('pin', value)} />
        <input
          value={comment}
          maxLength={500}
          placeholder={t('signatureComment')}
          aria-label={t('signatureComment')}
          aria-invalid={form.problems['comment'] !== undefined}
          onChange={(event) => form.set('comment', event.target.value)}
        />
        {problem && (
          <p className="form-dialog-refusal" role="alert">
            {problem}
          </p>
        )}
        <div className="countersign-results">
          {RESULTS.map((result) => {
            const { shape, tone } = getStateStyle(result);
            return (
              <button
                key={result}
                type="button"
                className={`signing-choice state-${tone}`}
                disabled={busy || !isPinComplete(pin)}
                onClick={() => void sign(result)}
              >
                <span aria-hidden="true">{shape}</span> {t(result)}
              </button>
            );
          })}
        </div>
      </section>
    </div>
  );
}

/**
 * Shows the open round of an exception at a terminal. The person who scanned a badge types the PIN, and signs
 * by touching a result.
 */
export function CountersignDialog({ id, worker, token, onClose }: SigningPerson & { id: number }) {
  const t = useT();
  const { data: exception, isError } = useQualityDetail(id, token);
  // If the round ends while the dialog is open, the dialog keeps showing it. After a touch, the server says
  // why nobody can sign it any more.
  const round = exception?.rounds.find(({ isOpen }) => isOpen) ?? exception?.rounds.at(-1);
  return (
    <Dialog
      isOpen
      title={[
        round && t(round.stage),
        exception?.code,
        exception && (exception.errorClass ?? t('defectUnknown')),
        round && t('roundNumber', { number: round.number }),
      ]
        .filter(Boolean)
        .join(' · ')}
      className="countersign-dialog"
      onClose={onClose}
    >
      <DialogBody className="countersign-body">
        {exception && round ? (
          <CountersignForm
            exception={exception}
            round={round}
            worker={worker}
            token={token}
            onClose={onClose}
          />
        ) : isError ? (
          <p role="alert">{t('error.requestFailed')}</p>
        ) : (
          <span className="skeleton" />
        )}
      </DialogBody>
    </Dialog>
  );
}
