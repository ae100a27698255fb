import type { CurrentUser } from '#shared/kernel/wire.ts';
import { createStore } from '../state/create-store.ts';
import { stored } from './stored.ts';

/** A person's sign-in, as this browser keeps it: the token, never the password. */
interface Session {
  readonly validateKey: string;
  readonly user: CurrentUser;
  /** Kept beyond the tab. */
  readonly remembered: boolean;
}

/** Who sits at this browser. */
interface Visitor {
  readonly session: Session | null;
  /** Nothing else may be done before the password is changed. */
  readonly mustChangePassword: boolean;
}

const USER = 'loginUser';
const FORCED = 'forcedPasswordChange';

const isSession = (value: unknown): value is Session => {
  const found = value as Partial<Session> | null | undefined;
  return typeof found?.validateKey === 'string' && Array.isArray(found.user?.permissions);
};

function restore(): Visitor {
  const kept = [stored.forTab.get(USER), stored.forGood.get(USER)].find(isSession) ?? null;
  const forced = stored.forTab.get(FORCED) === true || kept?.user.mustChangePassword === true;
  return { session: kept, mustChangePassword: kept !== null && forced };
}

const visitor = createStore(restore());

function become(next: Visitor): void {
  visitor.set(next);
  const { session, mustChangePassword } = next;
  stored.forTab.set(USER, session ?? undefined);
  stored.forTab.set(FORCED, mustChangePassword || undefined);
  if (!session || session.remembered) stored.forGood.set(USER, session ?? undefined);
}

/** The one place that knows who is signed in. */
export const session = {
  /** The sign-in, null where nobody is signed in. */
  get current(): Session | null {
    return visitor.get().session;
  },
  get visitor(): Visitor {
    return visitor.get();
  },
  signIn(next: Session): void {
    become({ session: next, mustChangePassword: next.user.mustChangePassword });
  },
  /** Takes over what the server now says of the person. */
  refresh(user: CurrentUser): void {
    const { session: signedIn } = visitor.get();
    if (signedIn) become({ session: { ...signedIn, user }, mustChangePassword: user.mustChangePassword });
  },
  mustChangePassword(must: boolean): void {
    if (session.current) become({ ...visitor.get(), mustChangePassword: must });
  },
  /** Forgets the person; the guard then leads to the log-in page. */
  clear(): void {
    if (session.current || session.visitor.mustChangePassword)
      become({ session: null, mustChangePassword: false });
  },
  subscribe: visitor.subscribe,
};

// Signing out in one window signs out the others that share the remembered sign-in.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (stored.forGood.isAbout(event, USER) && session.current?.remembered && !stored.forGood.get(USER))
      session.clear();
  });
}

/** Who sits at this browser, for components. */
export const useVisitor = (): Visitor => visitor.useValue();

/** The person who is signed in; only for screens behind the guard. */
export function useUser(): CurrentUser {
  const { session: signedIn } = useVisitor();
  if (!signedIn) throw new Error('This screen needs somebody who is signed in');
  return signedIn.user;
}
