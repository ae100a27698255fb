import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isValidPassword, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shared/rules/password.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { useT } from '#client/kit/words/t.ts';
import { PublicField } from './public-field.tsx';

interface Props {
  onChanged: () => void;
}

const PASSWORD_FIELD_NAMES = ['oldPassword', 'newPassword', 'newPasswordAgain'] as const;
type PasswordFieldName = (typeof PASSWORD_FIELD_NAMES)[number];

const PASSWORD_RULES: readonly { term: TermKey; isMet: (password: string) => boolean }[] = [
  {
    term: 'ruleLength',
    isMet: (password) => password.length >= PASSWORD_MIN_LENGTH && password.length <= PASSWORD_MAX_LENGTH,
  },
  { term: 'ruleDigit', isMet: (password) => /\d/.test(password) },
  { term: 'ruleLowercase', isMet: (password) => /[a-z]/.test(password) },
  { term: 'ruleUppercase', isMet: (password) => /[A-Z]/.test(password) },
];

/** The fields that show the errors of the server, by error code. */
const FIELDS_BY_REFUSAL_CODE: Partial<Record<string, PasswordFieldName>> = {
  oldPasswordWrong: 'oldPassword',
  passwordRule: 'newPassword',
  passwordUnchanged: 'newPassword',
  passwordsDiffer: 'newPasswordAgain',
};

/** Lets users change their own password. Each rule is ticked when the new password meets it. */
export function PasswordForm({ onChanged }: Props) {
  const t = useT();
  const [values, setValues] = useState<Record<PasswordFieldName, string>>({
    oldPassword: '',
    newPassword: '',
    newPasswordAgain: '',
  });
  const [problems, setProblems] = useState<Partial<Record<PasswordFieldName, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  const makeSetter = (name: PasswordFieldName) => (value: string) => {
    setValues((currentValues) => ({ ...currentValues, [name]: value }));
    setProblems({});
  };
  const changePassword = useMutation({
    mutationFn: () =>
      send('/mes/user/password/modify', values, {
        codesShownElsewhere: [
          'oldPasswordWrong',
          'passwordRule',
          'passwordUnchanged',
          'passwordsDiffer',
          'fieldsInvalid',
        ],
      }),
    onSuccess: onChanged,
    onError: (error) => {
      if (!(error instanceof CallError)) throw error;
      const fieldName = FIELDS_BY_REFUSAL_CODE[error.code];
      setProblems(fieldName ? { [fieldName]: error.message } : error.fields);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const newProblems: Partial<Record<PasswordFieldName, string>> = {};
    for (const name of PASSWORD_FIELD_NAMES)
      if (values[name] === '') newProblems[name] = t('error.field.required');
    if (!newProblems.newPassword && !isValidPassword(values.newPassword))
      newProblems.newPassword = t('error.passwordRule');
    if (!newProblems.newPasswordAgain && values.newPassword !== values.newPasswordAgain)
      newProblems.newPasswordAgain = t('error.passwordsDiffer');
    setProblems(newProblems);
    if (Object.keys(newProblems).length === 0) changePassword.mutate();
  };
  return (
    <form ref={form} className="public-form" onSubmit={submit} noValidate>
      {PASSWORD_FIELD_NAMES.map((name, index) => (
        <PublicField
          key={name}
          label={t(name)}
          name={name}
          secret
          autoFocus={index === 0}
          autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
          value={values[name]}
          onChange={makeSetter(name)}
          problem={problems[name]}
        />
      ))}
      <ul className="password-rules">
        {PASSWORD_RULES.map(({ term, isMet }) => (
          <li key={term} className={isMet(values.newPassword) ? 'kept' : undefined}>
            <span aria-hidden="true">{isMet(values.newPassword) ? '✓' : '·'}</span> {t(term)}
          </li>
        ))}
      </ul>
      <button type="submit" className="public-submit" disabled={changePassword.isPending}>
        {t('changePassword')}
      </button>
    </form>
  );
}
