import { useState } from 'react';
import { useT } from '#client/kit/words/t.ts';
import { PublicField } from './public-field.tsx';

interface Props {
  /** The picture as a data URI; null if the code is spoken. */
  picture: string | null;
  /** The spoken code as a data URI; null if the code is drawn. */
  sound: string | null;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  autoFocus: boolean;
  onAnotherCode: () => void;
  /** Fetches a spoken code if `isSpoken` is true, otherwise a drawn code. */
  onSpoken: (isSpoken: boolean) => void;
}

/**
 * The field of the verification code. It shows the code as a picture, which the user can enlarge, or plays
 * the spoken code.
 */
export function VerificationField({
  autoFocus,
  picture,
  sound,
  value,
  onChange,
  problem,
  onAnotherCode,
  onSpoken,
}: Props) {
  const t = useT();
  const [isLarge, setLarge] = useState(false);
  const image = picture && <img src={picture} alt={t('verificationCode')} />;
  const anotherCodeText = t(sound ? 'anotherSpokenCode' : 'anotherCode');
  return (
    <div className="verification-field">
      {isLarge && image && <div className="verification-large">{image}</div>}
      {/* A program could read the code from captions, so there are none. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      {sound && <audio className="verification-sound" src={sound} controls autoPlay />}
      <PublicField
        label={t('verificationCode')}
        name="code"
        autoFocus={autoFocus}
        autoComplete="off"
        value={value}
        onChange={onChange}
        problem={problem}
        sideContent={
          <button type="button" title={anotherCodeText} aria-label={anotherCodeText} onClick={onAnotherCode}>
            {isLarge || sound ? anotherCodeText : image}
          </button>
        }
      />
      {!sound && (
        <button
          type="button"
          className="public-other"
          aria-pressed={isLarge}
          onClick={() => setLarge((wasLarge) => !wasLarge)}
        >
          {t('largerPicture')}
        </button>
      )}
      <button type="button" className="public-other" onClick={() => onSpoken(!sound)}>
        {t(sound ? 'showCodePicture' : 'listenToCode')}
      </button>
    </div>
  );
}
