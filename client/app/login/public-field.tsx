import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  problem?: string | undefined;
  secret?: boolean;
  autoComplete: string;
  autoFocus?: boolean;
  name: string;
  /** Content beside the input, such as the verification picture. */
  sideContent?: ReactNode;
}

/** A labelled input of the log-in and password forms. It shows its error and can reveal a password. */
export function PublicField({
  label,
  value,
  onChange,
  problem,
  secret = false,
  autoComplete,
  autoFocus,
  name,
  sideContent,
}: Props) {
  const t = useT();
  const id = useId();
  const [isPasswordShown, setPasswordShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);
  const onKey = (event: KeyboardEvent) => setCapsLockOn(secret && event.getModifierState('CapsLock'));
  const input = (
    <input
      id={id}
      name={name}
      type={secret && !isPasswordShown ? 'password' : 'text'}
      value={value}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus ?? false}
      aria-invalid={problem !== undefined || undefined}
      aria-describedby={problem ? `${id}-problem` : undefined}
      aria-required="true"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKey}
      onKeyUp={onKey}
    />
  );
  return (
    <div className="public-field">
      <label htmlFor={id}>{label}</label>
      {secret ? (
        <div className="public-secret">
          {input}
          <button
            type="button"
            aria-pressed={isPasswordShown}
            aria-label={t('showPassword')}
            onClick={() => setPasswordShown(!isPasswordShown)}
          >
            <svg
              width="18"
              height="18"
              viewBox="0 0 16 16"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.4"
            >
              <path d="M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8z" />
              <circle cx="8" cy="8" r="2" />
              {!isPasswordShown && <path d="M2.5 13.5l11-11" />}
            </svg>
          </button>
        </div>
      ) : sideContent ? (
        <div className="public-code">
          {input}
          {sideContent}
        </div>
      ) : (
        input
      )}
      {isCapsLockOn && <span className="public-problem">{t('capsLockOn')}</span>}
      {problem && (
        <span className="public-problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  );
}
