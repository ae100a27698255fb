import type { CurrentUser } from '#shared/kernel/wire.ts';
import { LINK_PATH, WALL_PATH } from '../pages/addresses.ts';
import { createStore } from '../state/create-store.ts';
import { browserStorage } from './browser-storage.ts';

/** A session as the browser stores it. It contains the token but not the password. */
interface Session {
  readonly validateKey: string;
  readonly user: CurrentUser;
  /** Whether the browser keeps the session after the tab is closed. */
  readonly remembered: boolean;
}

/** The person at this browser, signed in or not. */
interface Visitor {
  readonly session: Session | null;
  /** Whether the user must change the password before anything else. */
  readonly mustChangePassword: boolean;
}

/**
 * The pages of paired screens and of shared links have sessions of their own in the browser, so that they neither need
 * nor change the session of a person.
 */
const SESSION_KEYS_BY_PATH: Readonly<Record<string, string>> = {
  [WALL_PATH]: 'wallScreen',
  [LINK_PATH]: 'kanbanLink',
};
const STORED_SESSION_KEY =
  (typeof window === 'undefined'
    ? undefined
    : SESSION_KEYS_BY_PATH[window.location.pathname.toLowerCase().replace(/\/+$/, '')]) ?? 'loginUser';
const FORCED_PASSWORD_CHANGE_KEY = 'forcedPasswordChange';

const isSession = (value: unknown): value is Session => {
  const candidate = value as Partial<Session> | null | undefined;
  return typeof candidate?.validateKey === 'string' && Array.isArray(candidate.user?.permissions);
};

function restoreVisitor(): Visitor {
  const storedSession =
    [browserStorage.forTab.get(STORED_SESSION_KEY), browserStorage.forBrowser.get(STORED_SESSION_KEY)].find(
      isSession,
    ) ?? null;
  const isChangeForced =
    browserStorage.forTab.get(FORCED_PASSWORD_CHANGE_KEY) === true ||
    storedSession?.user.mustChangePassword === true;
  return { session: storedSession, mustChangePassword: storedSession !== null && isChangeForced };
}

const visitorStore = createStore(restoreVisitor());

function setAndStoreVisitor(next: Visitor): void {
  visitorStore.set(next);
  const { session, mustChangePassword } = next;
  browserStorage.forTab.set(STORED_SESSION_KEY, session ?? undefined);
  browserStorage.forTab.set(FORCED_PASSWORD_CHANGE_KEY, mustChangePassword || undefined);
  if (!session || session.remembered) browserStorage.forBrowser.set(STORED_SESSION_KEY, session ?? undefined);
}

/** Reads and changes the session of this browser. */
export const session = {
  /** The current session; null if nobody is signed in. */
  get current(): Session | null {
    return visitorStore.get().session;
  },
  get visitor(): Visitor {
    return visitorStore.get();
  },
  signIn(next: Session): void {
    setAndStoreVisitor({ session: next, mustChangePassword: next.user.mustChangePassword });
  },
  /** Replaces the user's data with newer data from the server. */
  refresh(user: CurrentUser): void {
    const { session: currentSession } = visitorStore.get();
    if (currentSession)
      setAndStoreVisitor({
        session: { ...currentSession, user },
        mustChangePassword: user.mustChangePassword,
      });
  },
  setMustChangePassword(mustChange: boolean): void {
    if (session.current) setAndStoreVisitor({ ...visitorStore.get(), mustChangePassword: mustChange });
  },
  /** Clears the session; the guard then redirects to the log-in page. */
  clear(): void {
    if (session.current || session.visitor.mustChangePassword)
      setAndStoreVisitor({ session: null, mustChangePassword: false });
  },
  subscribe: visitorStore.subscribe,
};

// A sign-out in one window also ends a remembered session in the other windows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (
      browserStorage.forBrowser.isAbout(event, STORED_SESSION_KEY) &&
      session.current?.remembered &&
      !browserStorage.forBrowser.get(STORED_SESSION_KEY)
    )
      session.clear();
  });
}

/** Returns the visitor, for components. */
export const useVisitor = (): Visitor => visitorStore.useValue();

/** Returns the signed-in user. Only for screens that need a sign-in. */
export function useUser(): CurrentUser {
  const { session: currentSession } = useVisitor();
  if (!currentSession) throw new Error('This screen needs somebody who is signed in');
  return currentSession.user;
}
