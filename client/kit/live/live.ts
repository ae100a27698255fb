import { useCallback, useEffect, useMemo, useReducer, useSyncExternalStore } from 'react';
import type { Beat } from '#shared/kernel/live.ts';
import { CallError } from '../wire/call-error.ts';
import { QueryInvalidator } from './query-invalidator.ts';
import { freshFor, freshnessOf, type Freshness } from './freshness.ts';
import { LiveLink, type LiveState } from './link.ts';
import { healthyBuild, NewBuild } from './new-build.ts';
import { LiveSources, type SourceView } from './sources.ts';
import { queryClient } from '../wire/query-client.ts';
import { reactToFailure } from '../messages/react-to-failure.ts';
import { session } from '../wire/session.ts';
import { currentLang, t } from '../words/t.ts';

/** A session that the server ends within this time of the user's own log-out causes no error. */
const OWN_LOGOUT_MS = 1000;

const beatListeners = new Set<(beat: Beat) => void>();
const invalidator = new QueryInvalidator(queryClient);
let hasBeenConnected = false;

const link = new LiveLink('', currentLang, {
  changed: (message) => invalidator.invalidate(message),
  patch: (frame) => sources.frame(frame),
  beat: (beat) => {
    sources.beat(beat);
    for (const listener of beatListeners) listener(beat);
  },
  reset: (source) => {
    sources.reset(source);
    if (source === null) invalidator.invalidateAll();
  },
  connected: () => {
    sources.connected();
    if (hasBeenConnected) invalidator.invalidateAll();
    hasBeenConnected = true;
  },
  disconnected: () => sources.disconnected(),
  revoked: (code) => {
    const ended = session.current?.validateKey;
    setTimeout(() => {
      if (ended === undefined || session.current?.validateKey !== ended) return;
      const message = t('error.notSignedIn');
      reactToFailure(new CallError({ flag: 'LOGIN_VALIDATE', code, message }, 401), []);
    }, OWN_LOGOUT_MS);
  },
});
const sources = new LiveSources(link);

let started = false;
let token: string | null = null;

function connectAsCurrentUser(): void {
  const next = session.current?.validateKey ?? null;
  if (next === token) return;
  token = next;
  link.connectAs(next);
  sources.forget();
}

/**
 * Opens the connection for the first subscriber. The connection then follows the signed-in user.
 */
function start(): void {
  if (started) return;
  started = true;
  session.subscribe(connectAsCurrentUser);
  window.addEventListener('online', link.nudge);
  window.addEventListener('pageshow', link.nudge);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') link.nudge();
  });
  connectAsCurrentUser();
}

const subscribeToState = (listener: () => void): (() => void) => {
  start();
  return link.subscribe(listener);
};

/** Returns the state of the connection and the time when it began, for components. */
export const useLiveState = (): LiveState => useSyncExternalStore(subscribeToState, () => link.state);

/** Returns the server's time in milliseconds. The clock of a wall's own machine may be wrong. */
export const serverNow = (): number => link.now();

/**
 * Returns the age of data in milliseconds; null if there is no data.
 * @param at the time of the data, ISO 8601 by the server's clock
 */
export const ageOf = (at: string | null): number | null =>
  at === null ? null : Math.max(0, serverNow() - Date.parse(at));

/** Returns the freshness of data, and updates the component when the freshness changes. */
function useFreshness(at: string | null): Freshness {
  const [renders, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const wait = freshFor(ageOf(at));
    if (wait === null) return;
    const timer = setTimeout(renderAgain, wait + 10);
    return () => clearTimeout(timer);
  }, [at, renders]);
  return freshnessOf(ageOf(at));
}

/** A source with its freshness. */
interface WatchedSource extends SourceView {
  readonly fresh: Freshness;
}

/**
 * Watches a source while the component is mounted.
 * @param path the path of a report, such as '/mes/form/orderProgress'
 * @param params the parameters of the report as strings
 */
export function useSource(path: string, params: Record<string, string>): WatchedSource {
  // A new object with equal parameters must not cause a new subscription.
  const text = JSON.stringify(params);
  const subscribe = useCallback(
    (listener: () => void) => {
      start();
      return sources.watch(path, JSON.parse(text) as Record<string, string>, listener);
    },
    [path, text],
  );
  const view = useSyncExternalStore(subscribe, () => sources.view(path, params));
  const fresh = useFreshness(view.at);
  return useMemo(() => ({ ...view, fresh }), [view, fresh]);
}

/**
 * Reloads the page when a healthy server has a new build. For walls, which have no unsaved work.
 */
export function useReloadForNewBuild(): void {
  useEffect(() => {
    const ours = import.meta.env.PROD ? __BUILD_ID__ : '';
    const newBuild = new NewBuild({
      ours,
      healthy: healthyBuild,
      storage: sessionStorage,
      reload: () => location.reload(),
    });
    const listener = (beat: Beat) => void newBuild.onBeat(beat);
    beatListeners.add(listener);
    return () => {
      beatListeners.delete(listener);
    };
  }, []);
}
