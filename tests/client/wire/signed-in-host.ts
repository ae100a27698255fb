import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from './wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');

type Reply = Parameters<typeof stubFetch>[0];

/** Waits until an assertion holds. */
export const waitUntil = (assertion: () => void): Promise<void> =>
  vi.waitFor(assertion, { timeout: 8000, interval: 10 });

/**
 * Replaces `fetch` by a stub of a server that has a public key.
 * @param answer makes the replies to the other calls
 * @returns the list of sent calls, which grows with every call
 */
export const stubServer = (answer: Reply): SentCall[] =>
  stubFetch((call, count) =>
    call.path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : answer(call, count),
  );

/** The element in which a test shows components to a person who is signed in. */
export interface SignedInHost {
  readonly root: Root;
  readonly element: HTMLElement;
}

/** Registers the set-up and clean-up of an element. Each test gets a new element. */
export function registerSignedInHost(): SignedInHost {
  let root: Root;
  let element: HTMLElement;
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    sessionStorage.clear();
    element = document.body.appendChild(document.createElement('div'));
    root = createRoot(element);
  });
  afterEach(() => {
    root.unmount();
    element.remove();
    vi.unstubAllGlobals();
  });
  return {
    get root() {
      return root;
    },
    get element() {
      return element;
    },
  };
}

/**
 * Loads the modules of a test anew, and signs a person in.
 * @param importModules imports the modules that the test needs
 * @param user the data that differ from a person in Shanghai without permissions
 */
export async function signIn<T>(
  importModules: () => Promise<T>,
  user: Partial<Pick<CurrentUser, 'permissions' | 'zone' | 'factoryCode'>> = {},
): Promise<T> {
  vi.resetModules();
  const [modules, { session }, { setUpWords }] = await Promise.all([
    importModules(),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  const signedInUser = { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai', ...user };
  session.signIn({
    validateKey: 'token-1',
    user: signedInUser as unknown as CurrentUser,
    remembered: false,
  });
  return modules;
}
