import { useState } from 'react';
import { useT } from '#client/kit/words/t.ts';
import { PublicField } from './public-field.tsx';

interface Props {
  /** The picture as a data URI. */
  picture: string | undefined;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  onAnother: () => void;
}

/** The field of the verification code, with its picture. The picture can be shown larger. */
export function VerificationField({ picture, value, onChange, problem, onAnother }: Props) {
  const t = useT();
  const [large, setLarge] = useState(false);
  const image = picture && <img src={picture} alt={t('verificationCode')} />;
  return (
    <div className="verification-field">
      {large && <div className="verification-large">{image}</div>}
      <PublicField
        label={t('verificationCode')}
        name="code"
        autoComplete="off"
        value={value}
        onChange={onChange}
        problem={problem}
        beside={
          <button type="button" title={t('anotherCode')} aria-label={t('anotherCode')} onClick={onAnother}>
            {large ? t('anotherCode') : image}
          </button>
        }
      />
      <button
        type="button"
        className="public-other"
        aria-pressed={large}
        onClick={() => setLarge((before) => !before)}
      >
        {t('largerPicture')}
      </button>
    </div>
  );
}
