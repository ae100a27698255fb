import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

type Reply = ReturnType<typeof makeSuccessReply>;

const serverKeyPair = makeServerKeyPair('k1');

export const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 20 });
export const findButton = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"]')].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
  );
export const pressButton = async (name: string) => {
  await waitUntil(() => expect(findButton(name), name).toBeDefined());
  await act(async () => findButton(name)!.click());
};

/** Renders a page about boards in a document, and replaces the server. */
interface BoardPageHost {
  render: (page: ReactNode) => Promise<void>;
  /** Sets the replies to calls for one test. If `makeReply` returns null, the call gets the usual reply. */
  setReplies: (makeReply: (call: SentCall) => Reply | null) => void;
  /** Returns the parameters of the calls that were sent to a path. */
  listCalls: (path: string) => Record<string, unknown>[];
}

/**
 * Registers the set-up and clean-up of a page in Chinese.
 * @param makeUsualReply makes the reply to each call for which `setReplies` gives none
 */
export function setUpBoardPage(makeUsualReply: (call: SentCall) => Reply): BoardPageHost {
  let root: Root;
  let sentCalls: SentCall[];
  let makeReply: (call: SentCall) => Reply | null;
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await setUpWords(async (lang) => getTermsOfLanguage(lang));
    queryClient.clear();
    makeReply = () => null;
    sentCalls = stubFetch((call) =>
      call.path === '/mes/login/key'
        ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
        : (makeReply(call) ?? makeUsualReply(call)),
    );
    root = createRoot(document.body.appendChild(document.createElement('div')));
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
  return {
    render: (page) =>
      act(async () => root.render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)),
    setReplies: (makeTestReply) => {
      makeReply = makeTestReply;
    },
    listCalls: (path) =>
      sentCalls
        .filter((call) => call.path === path)
        .map(({ form }) => JSON.parse(form['requestParams']!) as Record<string, unknown>),
  };
}
