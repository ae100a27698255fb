import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import type { CountersignRound, QualityDetail } from '#shared/quality/answers.ts';
import { password, text } from '#shared/kernel/fields.ts';
import type { SignatureResult } from '#shared/machines/quality-exception.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { SignedDocumentList } from '../signed-document-list.tsx';
import { useQualityCommand } from '../use-quality.ts';
import '#client/kit/forms/form-dialog.css';

interface Props {
  exception: QualityDetail;
  round: CountersignRound;
  onClose: () => void;
}

const FIELDS = {
  comment: text({ max: 500, label: 'signatureComment' }),
  password: password({ required: true, max: 200, label: 'signaturePassword' }),
} as const;

/**
 * Shows what is to be signed, and signs it with the password. The document stays as it was opened: if it changes
 * meanwhile, the server refuses the signature and says what changed.
 */
export function SignDialog({ exception, round: shownRound, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const [round] = useState(shownRound);
  const [signer, setSigner] = useState(exception.signFor[0]);
  const [result, setResult] = useState<SignatureResult | null>(null);
  const form = useForm(FIELDS);
  const { submit, busy, refusal } = useQualityCommand(form, onClose);
  const previousRound = exception.rounds.find(
    (other) => other.stage === round.stage && other.number === round.number - 1,
  );
  const signRound = async () => {
    const values = form.check();
    if (!values || !result || !signer) return;
    const { id, code } = exception;
    const { id: roundId, documentHash } = round;
    const fields = { id, roundId, documentHash, signerId: signer.employeeId, result, ...values };
    await submit('/mes/quality/sign', fields, t('exceptionSigned', { code, result: t(result) }));
  };
  const choices: readonly SignatureResult[] = ['passed', 'notPassed'];
  const isForAnother = signer !== undefined && signer.employeeId !== user.employeeId;
  return (
    <Dialog
      isOpen
      title={`${t(round.stage)} · ${exception.code} · ${t('roundNumber', { number: round.number })}`}
      className="form-dialog quality-sign"
      onClose={() => !busy && onClose()}
    >
      <FormArea
        form={form}
        label={t('signException')}
        className="form-dialog-form"
        onSubmit={() => void signRound()}
      >
        <DialogBody className="form-dialog-body">
          {refusal && (
            <div className="form-dialog-refusal" role="alert">
              {refusal}
            </div>
          )}
          <SignedDocumentList round={round} previousRound={previousRound} />
          {exception.signFor.length > 1 && (
            <div className="quality-choices" role="group" aria-label={t('signer')}>
              {exception.signFor.map((candidate) => (
                <button
                  key={candidate.employeeId}
                  type="button"
                  className="quality-choice"
                  aria-pressed={candidate.employeeId === signer?.employeeId}
                  onClick={() => setSigner(candidate)}
                >
                  {candidate.name}
                </button>
              ))}
            </div>
          )}
          {isForAnother && <p className="quality-deputy">{t('signingForName', { name: signer.name })}</p>}
          <div className="quality-choices" role="group" aria-label={t('signatureResult')}>
            {choices.map((choice) => {
              const { shape, tone } = getStateStyle(choice);
              return (
                <button
                  key={choice}
                  type="button"
                  className={`quality-choice state-${tone}`}
                  aria-pressed={result === choice}
                  onClick={() => setResult(choice)}
                >
                  <span aria-hidden="true">{shape}</span> {t(choice)}
                </button>
              );
            })}
          </div>
          <div className="form-dialog-fields">
            <Field of={{ fields: FIELDS }} name="comment" />
            <Field of={{ fields: FIELDS }} name="password" />
          </div>
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button size="large" text={t('cancel')} disabled={busy} onClick={onClose} />
              <Button
                size="large"
                type="submit"
                intent={result === 'notPassed' ? 'danger' : 'primary'}
                text={result === null ? t('signException') : t('signAs', { result: t(result) })}
                loading={busy}
                disabled={result === null}
              />
            </>
          }
        />
      </FormArea>
    </Dialog>
  );
}
