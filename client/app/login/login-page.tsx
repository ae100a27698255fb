import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { session } from '#client/kit/wire/session.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { changeLang, useT } from '#client/kit/words/t.ts';
import { FORCED_CHANGE_PATH, TERMINAL_PARAMETER } from '#client/kit/pages/addresses.ts';
import {
  LOGIN_FIELDS,
  ACCOUNT_KINDS,
  ADDITIONAL_CODE_FIELDS,
  type LoginFieldName,
  type LoginValues,
  type AccountKind,
} from './login-fields.ts';
import { PublicField } from './public-field.tsx';
import { VerificationField } from './verification-field.tsx';
import { PublicPage } from '#client/kit/pages/public-page.tsx';

interface VerificationCode {
  required: boolean;
  id: string | null;
  /** The picture of a drawn code as a data URI; null for no code or a spoken code. */
  picture: string | null;
  /** The sound of a spoken code as a data URI; null for no code or a drawn code. */
  sound: string | null;
}
interface LoginAnswer {
  validateKey: string;
  user: AnyUserAnswer;
  permissions: string | string[];
  mustChangePassword: boolean;
  /** The key by which the server recognises this browser at later log-ins. */
  deviceKey?: string;
}

const LAST_FACTORY_STORAGE_KEY = 'factoryCode';
const LAST_EMPLOYEE_STORAGE_KEY = 'employeeCode';
const REMEMBER_INPUT_STORAGE_KEY = 'remember';
const ACCOUNT_KIND_STORAGE_KEY = 'logInAs';
const DEVICE_KEY_STORAGE_KEY = 'deviceKey';

const readStoredText = (name: string): string => {
  const value = browserStorage.forBrowser.get(name);
  return typeof value === 'string' ? value : '';
};

/**
 * Whether a value is a path that the log-in page may open after the log-in: a path of this
 * application that does not begin with `/login`.
 */
const isAllowedReturnPath = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login');

/** The log-in page for all kinds of accounts. */
export function LoginPage() {
  const t = useT();
  const navigate = useNavigate();
  const location = useLocation();
  const [address] = useSearchParams();
  const terminalCode = address.get(TERMINAL_PARAMETER);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<LoginValues>(() => ({
    factoryCode: readStoredText(LAST_FACTORY_STORAGE_KEY),
    customerCode: readStoredText('customerCode'),
    supplierCode: readStoredText('supplierCode'),
    deviceCode: terminalCode ?? '',
    employeeCode: readStoredText(LAST_EMPLOYEE_STORAGE_KEY),
    password: '',
    code: '',
  }));
  const [remember, setRemember] = useState(
    () => browserStorage.forBrowser.get(REMEMBER_INPUT_STORAGE_KEY) === true,
  );
  const [kind, setKind] = useState<AccountKind>(() => {
    if (terminalCode) return 'terminal';
    const value = readStoredText(ACCOUNT_KIND_STORAGE_KEY);
    return value === 'customer' || value === 'supplier' ? value : 'employee';
  });
  const { additionalCodeField } = ACCOUNT_KINDS[kind];
  const isTerminal = kind === 'terminal';
  const [hasTriedToSubmit, setTriedToSubmit] = useState(false);
  // The first empty field gets the focus.
  const [firstEmptyField] = useState<LoginFieldName>(
    () =>
      LOGIN_FIELDS.find(
        (name) => (!ADDITIONAL_CODE_FIELDS.has(name) || name === additionalCodeField) && values[name] === '',
      ) ?? 'password',
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSpoken, setIsSpoken] = useState(false);
  // Whether the server asked for a code although this browser sent its key.
  const [isKeyRefused, setKeyRefused] = useState(false);
  const storedKey = readStoredText(DEVICE_KEY_STORAGE_KEY);
  const verification = useQuery({
    queryKey: ['loginCode', isSpoken, isKeyRefused],
    queryFn: () =>
      call<VerificationCode>('/mes/login/code', {
        spoken: isSpoken,
        ...(storedKey && !isKeyRefused ? { deviceKey: storedKey } : {}),
      }),
    staleTime: Infinity,
    gcTime: 0,
    // While another code is fetched, the field of the code stays visible.
    placeholderData: keepPreviousData,
  });
  const needsCode = verification.data?.required ?? false;
  const isFieldShown = (name: LoginFieldName) =>
    (name !== 'code' || needsCode) && (!ADDITIONAL_CODE_FIELDS.has(name) || name === additionalCodeField);
  const missingFields = LOGIN_FIELDS.filter((name) => isFieldShown(name) && values[name].trim() === '');
  const getProblem = (name: LoginFieldName) =>
    hasTriedToSubmit && missingFields.includes(name) ? t('error.field.required') : undefined;
  const makeSetter = (name: LoginFieldName) => (value: string) => {
    setValues((currentValues) => ({ ...currentValues, [name]: value }));
    setRefusal(null);
  };
  const focusField = (name: LoginFieldName) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  const login = useMutation({
    mutationFn: () => {
      const { password, code, ...accountCodes } = values;
      const codesShownElsewhere = [
        'loginFailed',
        'loginLocked',
        'terminalUnknown',
        'noPermission',
        'verificationCodeWrong',
        'verificationCodeNeeded',
        'fieldsInvalid',
        'tooManyRequests',
      ] as const;
      return call<LoginAnswer>(
        '/mes/login/login',
        {
          factoryCode: accountCodes.factoryCode.trim(),
          employeeCode: accountCodes.employeeCode.trim(),
          ...(additionalCodeField ? { [additionalCodeField]: accountCodes[additionalCodeField].trim() } : {}),
          password,
          ...(needsCode ? { codeId: verification.data?.id, code: code.trim() } : {}),
          remember,
          ...(storedKey ? { deviceKey: storedKey } : {}),
        },
        { codesShownElsewhere },
      );
    },
    onSuccess: async ({ validateKey, user, permissions, mustChangePassword, deviceKey }) => {
      if (deviceKey) browserStorage.forBrowser.set(DEVICE_KEY_STORAGE_KEY, deviceKey);
      browserStorage.forBrowser.set(LAST_FACTORY_STORAGE_KEY, values.factoryCode.trim());
      browserStorage.forBrowser.set(LAST_EMPLOYEE_STORAGE_KEY, values.employeeCode.trim());
      if (additionalCodeField && !isTerminal)
        browserStorage.forBrowser.set(additionalCodeField, values[additionalCodeField].trim());
      if (!isTerminal)
        browserStorage.forBrowser.set(ACCOUNT_KIND_STORAGE_KEY, kind === 'employee' ? undefined : kind);
      browserStorage.forBrowser.set(REMEMBER_INPUT_STORAGE_KEY, remember || undefined);
      if (user.language) await changeLang(user.language);
      session.signIn({
        validateKey,
        user: { ...decodeUser({ ...user, permissions }), mustChangePassword },
        remembered: remember || user.kind === 'terminal',
      });
      const from = (location.state as { from?: unknown } | null)?.from;
      await navigate(mustChangePassword ? FORCED_CHANGE_PATH : isAllowedReturnPath(from) ? from : '/', {
        replace: true,
      });
    },
    onError: (error) => {
      if (!(error instanceof CallError)) throw error;
      setRefusal(error.message);
      setTriedToSubmit(false);
      // Each verification code is valid for one attempt.
      setValues((currentValues) => ({ ...currentValues, code: '' }));
      if (error.code === 'verificationCodeNeeded' && !isKeyRefused) setKeyRefused(true);
      else void verification.refetch();
      focusField(error.code?.startsWith('verificationCode') ? 'code' : 'password');
    },
  });
  const isSubmitting = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting.current || login.isPending) return;
    setRefusal(null);
    setTriedToSubmit(true);
    if (missingFields[0]) return focusField(missingFields[0]);
    isSubmitting.current = true;
    // The verification code may still be loading. The form waits for the code before it submits.
    const verificationAnswer = verification.data ?? (await verification.refetch()).data;
    isSubmitting.current = false;
    if (verificationAnswer?.required && values.code.trim() === '') return focusField('code');
    login.mutate();
  };
  return (
    <PublicPage title={t('logInTitle')}>
      <form ref={form} className="public-form" onSubmit={(event) => void submit(event)} noValidate>
        {refusal && (
          <div className="public-alert" role="alert">
            {refusal}
          </div>
        )}
        <PublicField
          label={t('factoryCode')}
          name="factoryCode"
          autoFocus={firstEmptyField === 'factoryCode'}
          autoComplete="organization"
          value={values.factoryCode}
          onChange={makeSetter('factoryCode')}
          problem={getProblem('factoryCode')}
        />
        {additionalCodeField && (
          <PublicField
            key={additionalCodeField}
            label={t(additionalCodeField)}
            name={additionalCodeField}
            autoFocus={values[additionalCodeField] === ''}
            autoComplete="off"
            value={values[additionalCodeField]}
            onChange={makeSetter(additionalCodeField)}
            problem={getProblem(additionalCodeField)}
          />
        )}
        <PublicField
          label={t(kind === 'customer' || kind === 'supplier' ? 'userCode' : 'employeeCode')}
          name="employeeCode"
          autoFocus={firstEmptyField === 'employeeCode'}
          autoComplete="username"
          value={values.employeeCode}
          onChange={makeSetter('employeeCode')}
          problem={getProblem('employeeCode')}
        />
        <PublicField
          label={t('password')}
          name="password"
          autoFocus={firstEmptyField === 'password'}
          autoComplete="current-password"
          secret
          value={values.password}
          onChange={makeSetter('password')}
          problem={getProblem('password')}
        />
        {needsCode && (
          <VerificationField
            picture={verification.data!.picture}
            sound={verification.data!.sound}
            value={values.code}
            onChange={makeSetter('code')}
            problem={getProblem('code')}
            onAnotherCode={() => void verification.refetch()}
            onSpoken={setIsSpoken}
            autoFocus={isKeyRefused}
          />
        )}
        {!isTerminal && (
          <label className="public-check">
            <input
              type="checkbox"
              checked={remember}
              onChange={(event) => setRemember(event.target.checked)}
            />
            {t('rememberMe')}
          </label>
        )}
        {/* The button stays enabled while the code loads, because a disabled button ignores the Enter key. */}
        <button type="submit" className="public-submit" disabled={login.isPending}>
          {t(login.isPending ? 'loggingIn' : 'logIn')}
        </button>
        <div className="public-others" role="group" aria-label={t('logInAs')}>
          <span>{t('logInAs')}</span>
          {(Object.keys(ACCOUNT_KINDS) as AccountKind[]).map((accountKind) => (
            <button
              key={accountKind}
              type="button"
              className="public-other"
              aria-pressed={accountKind === kind}
              onClick={() => {
                setKind(accountKind);
                setTriedToSubmit(false);
              }}
            >
              {t(accountKind === 'terminal' ? 'openAsTerminal' : ACCOUNT_KINDS[accountKind].term)}
            </button>
          ))}
        </div>
      </form>
    </PublicPage>
  );
}
