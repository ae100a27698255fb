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
import { useT } from '#client/kit/words/t.ts';
import { SignedDocumentList } from '#client/production/quality/signing/signed-document-list.tsx';
import { SignerChoice } from '#client/production/quality/signing/signer-choice.tsx';
import { RESULTS, useSignature } from '#client/production/quality/signing/use-signature.ts';
import { useQualityCommand } from '#client/production/quality/use-quality.ts';
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

/** Shows the document to sign. The user signs with a result and the password. */
export function SignDialog({ exception, round: shownRound, onClose }: Props) {
  const t = useT();
  const { round, previousRound, makeFields, ...signerChoiceProps } = useSignature(exception, shownRound);
  const [result, setResult] = useState<SignatureResult | null>(null);
  const form = useForm(FIELDS);
  const { submit, busy, refusal } = useQualityCommand(form, onClose);
  const { code } = exception;
  const signRound = async (chosen: SignatureResult | null) => {
    const values = form.check();
    const fields = chosen && makeFields(chosen);
    if (!values || !fields) return;
    await submit(
      '/mes/quality/sign',
      { ...fields, ...values },
      t('exceptionSigned', { code, result: t(chosen) }),
    );
  };
  /** Chooses a result. If all other required fields are filled in, signs at once. This saves a touch on a phone. */
  const chooseResult = (chosen: SignatureResult) => {
    setResult(chosen);
    const isEntered = (name: keyof typeof FIELDS) => String(form.values[name] ?? '').trim() !== '';
    if (isEntered('password') && (chosen === 'passed' || isEntered('comment'))) void signRound(chosen);
  };
  return (
    <Dialog
      isOpen
      title={`${t(round.stage)} · ${code} · ${t('roundNumber', { number: round.number })}`}
      className="form-dialog"
      onClose={() => !busy && onClose()}
    >
      <FormArea
        form={form}
        label={t('signException')}
        className="form-dialog-form"
        onSubmit={() => void signRound(result)}
      >
        <DialogBody className="form-dialog-body">
          {refusal && (
            <div className="form-dialog-refusal" role="alert">
              {refusal}
            </div>
          )}
          <SignedDocumentList round={round} previousRound={previousRound} />
          <SignerChoice {...signerChoiceProps} />
          <div className="form-dialog-fields">
            <Field of={{ fields: FIELDS }} name="comment" />
            <Field of={{ fields: FIELDS }} name="password" />
          </div>
          <div className="signing-choices" role="group" aria-label={t('signatureResult')}>
            {RESULTS.map((choice) => {
              const { shape, tone } = getStateStyle(choice);
              return (
                <button
                  key={choice}
                  type="button"
                  className={`signing-choice state-${tone}`}
                  aria-pressed={result === choice}
                  disabled={busy}
                  onClick={() => chooseResult(choice)}
                >
                  <span aria-hidden="true">{shape}</span> {t(choice)}
                </button>
              );
            })}
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
