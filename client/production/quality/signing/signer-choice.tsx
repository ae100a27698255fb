import { useT } from '#client/kit/words/t.ts';
import type { useSignature } from './use-signature.ts';
import './signing.css';

type Props = Pick<
  ReturnType<typeof useSignature>,
  'signers' | 'signer' | 'chooseSigner' | 'isForOtherSigner'
>;

/** Lets a deputy of several signers choose the signer whom they sign for, and shows the name of this signer. */
export function SignerChoice({ signers, signer, chooseSigner, isForOtherSigner }: Props) {
  const t = useT();
  return (
    <>
      {signers.length > 1 && (
        <div className="signing-choices" role="group" aria-label={t('signer')}>
          {signers.map((candidate) => (
            <button
              key={candidate.employeeId}
              type="button"
              className="signing-choice"
              aria-pressed={candidate.employeeId === signer?.employeeId}
              onClick={() => chooseSigner(candidate)}
            >
              {candidate.name}
            </button>
          ))}
        </div>
      )}
      {isForOtherSigner && signer && (
        <p className="signing-deputy">{t('signingForName', { name: signer.name })}</p>
      )}
    </>
  );
}
