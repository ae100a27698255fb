import type { CurrentUser } from '#shared/kernel/wire.ts';
import { createStore } from '../state/create-store.ts';
import { stored } from './stored.ts';

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

const USER = 'loginUser';
const FORCED = 'forcedPasswordChange';

const isSession = (value: unknown): value is Session => {
  const found = value as Partial<Session> | null | undefined;
  return typeof found?.validateKey === 'string' && Array.isArray(found.user?.permissions);
};

function restore(): Visitor {
  const storedSession = [stored.forTab.get(USER), stored.forGood.get(USER)].find(isSession) ?? null;
  const forced = stored.forTab.get(FORCED) === true || storedSession?.user.mustChangePassword === true;
  return { session: storedSession, mustChangePassword: storedSession !== null && forced };
}

const visitor = createStore(restore());

function setVisitor(next: Visitor): void {
  visitor.set(next);
  const { session, mustChangePassword } = next;
  stored.forTab.set(USER, session ?? undefined);
  stored.forTab.set(FORCED, mustChangePassword || undefined);
  if (!session || session.remembered) stored.forGood.set(USER, session ?? undefined);
}

/** Reads and changes the session of this browser. */
export const session = {
  /** The current session; null if nobody is signed in. */
  get current(): Session | null {
    return visitor.get().session;
  },
  get visitor(): Visitor {
    return visitor.get();
  },
  signIn(next: Session): void {
    setVisitor({ session: next, mustChangePassword: next.user.mustChangePassword });
  },
  /** Replaces the user's data with newer data from the server. */
  refresh(user: CurrentUser): void {
    const { session: signedIn } = visitor.get();
    if (signedIn) setVisitor({ session: { ...signedIn, user }, mustChangePassword: user.mustChangePassword });
  },
  mustChangePassword(must: boolean): void {
    if (session.current) setVisitor({ ...visitor.get(), mustChangePassword: must });
  },
  /** Clears the session; the guard then redirects to the log-in page. */
  clear(): void {
    if (session.current || session.visitor.mustChangePassword)
      setVisitor({ session: null, mustChangePassword: false });
  },
  subscribe: visitor.subscribe,
};

// A sign-out in one window also ends a remembered session in the other windows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (stored.forGood.isAbout(event, USER) && session.current?.remembered && !stored.forGood.get(USER))
      session.clear();
  });
}

/** Returns the visitor, for components. */
export const useVisitor = (): Visitor => visitor.useValue();

/** Returns the signed-in user. Only for screens that need a sign-in. */
export function useUser(): CurrentUser {
  const { session: signedIn } = useVisitor();
  if (!signedIn) throw new Error('This screen needs somebody who is signed in');
  return signedIn.user;
}
