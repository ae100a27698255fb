import { useEffect, useState, type FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { decodeUser, type UserAnswer } from '#shared/kernel/user-answer.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { PublicPage } from '#client/kit/pages/public-page.tsx';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { call } from '#client/kit/wire/call.ts';
import { session, useVisitor } from '#client/kit/wire/session.ts';
import { changeLang, hasChosenLang, useT } from '#client/kit/words/t.ts';
import { PublicField } from '../login/public-field.tsx';
import { Kanban } from './kanban.tsx';

/** The key under which the tab stores the token of the opened link. */
const OPENED_TOKEN_KEY = 'kanbanLinkToken';
/**
 * The interval after which the page tries again to open a link, if the server could not be reached, in milliseconds.
 */
const RETRY_INTERVAL_MS = 5000;

/** The error codes after which the page tries again, because their cause is temporary. */
const RETRIED_ERROR_CODES = [
  'requestFailed',
  'timedOut',
  'databaseAway',
  'serverBusy',
  'tooManyRequests',
  'notSignedIn',
  'loginFailed',
] as const satisfies readonly ErrorCode[];
const SHOWN_CODES = [
  ...RETRIED_ERROR_CODES,
  'linkNotValid',
  'linkPasswordRequired',
  'linkPasswordWrong',
  'loginLocked',
  'fieldsInvalid',
  'notFound',
  'noPermission',
] as const satisfies readonly ErrorCode[];

async function openLink(token: string, password: string | null): Promise<void> {
  const answer = await call<{ validateKey: string; user: UserAnswer }>(
    '/mes/kanban/open',
    { linkToken: token, ...(password === null ? {} : { password }) },
    { workerToken: null, codesShownElsewhere: SHOWN_CODES },
  );
  const user = decodeUser(answer.user);
  if (user.language && !hasChosenLang()) await changeLang(user.language);
  browserStorage.forTab.set(OPENED_TOKEN_KEY, token);
  session.signIn({ validateKey: answer.validateKey, user, remembered: false });
}

/** Opens a link, and asks for its password if it has one. */
function OpenLink({ token }: { token: string }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [needsPassword, setNeedsPassword] = useState(false);
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (typedPassword: string | null) => openLink(token, typedPassword),
    onError: (failure) => {
      if (failure instanceof CallError && failure.code === 'linkPasswordRequired') setNeedsPassword(true);
    },
  });
  useEffect(() => mutate(null), [mutate]);
  const code = error instanceof CallError ? error.code : null;
  const willRetry = code !== null && RETRIED_ERROR_CODES.some((retriedCode) => retriedCode === code);
  useEffect(() => {
    if (!willRetry || isPending) return;
    const timer = setTimeout(() => mutate(variables ?? null), RETRY_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [willRetry, isPending, mutate, variables]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '') mutate(password);
  };
  return (
    <PublicPage title={t('customerKanban')}>
      {needsPassword && code !== 'linkNotValid' ? (
        <form className="public-form" onSubmit={submit} noValidate>
          <p>{t('error.linkPasswordRequired')}</p>
          <PublicField
            label={t('password')}
            name="password"
            secret
            autoFocus
            autoComplete="off"
            value={password}
            onChange={setPassword}
            problem={code === null || code === 'linkPasswordRequired' ? undefined : error!.message}
          />
          <button type="submit" className="public-submit" disabled={isPending || password === ''}>
            {t('openKanban')}
          </button>
        </form>
      ) : (
        <p role="status">{error ? error.message : t('kanbanOpening')}</p>
      )}
    </PublicPage>
  );
}

/**
 * The page of a visitor who follows a shared link. It never shows a log-in page. If somebody revokes the link
 * while the page is open, the page says so at once.
 */
export function KanbanLinkPage() {
  const token = useLocation().hash.slice(1);
  const { session: linkSession } = useVisitor();
  const link = linkSession?.user.link;
  const isOpened = link !== undefined && browserStorage.forTab.get(OPENED_TOKEN_KEY) === token;
  return isOpened ? <Kanban key={link.id} id={link.kanbanId} /> : <OpenLink key={token} token={token} />;
}
