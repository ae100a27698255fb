import { useCallback, useEffect, useMemo, useReducer, useSyncExternalStore } from 'react';
import type { ChangeMessage, Heartbeat, PresenceReport, ScreenCommand } from '#shared/kernel/live.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { CallError } from '../wire/call-error.ts';
import { QueryInvalidator } from './query-invalidator.ts';
import { getTimeUntilFreshnessChanges, getFreshness, type Freshness } from './freshness.ts';
import { LiveLink, type LiveState } from './link.ts';
import { createPageReloader } from './new-build.ts';
import { usePlayback } from './playback.ts';
import { LiveSources, type SourceView } from './sources.ts';
import { queryClient } from '../wire/query-client.ts';
import { reactToFailure } from '../messages/react-to-failure.ts';
import { session } from '../wire/session.ts';
import { getCurrentLang, t } from '../words/t.ts';

/** If the user logs out within this time after the server has ended the session, no error is shown. */
const OWN_LOGOUT_GRACE_MS = 1000;
/** A connection that opens within this time after the first reads of the page causes no second reads. */
const FIRST_CONNECTION_GRACE_MS = 2000;

const beatListeners = new Set<(beat: Heartbeat) => void>();
const screenListeners = new Set<(command: ScreenCommand) => void>();
const changeListeners = new Set<(message: ChangeMessage | null) => void>();
const invalidator = new QueryInvalidator(queryClient);
let hasBeenConnected = false;
/** When the current user's first reads began: when the page was loaded, or when the user signed in. */
let firstReadsAt = Date.now();
let readingToken = session.current?.validateKey;
session.subscribe(() => {
  if (session.current?.validateKey === readingToken) return;
  readingToken = session.current?.validateKey;
  firstReadsAt = Date.now();
});

/** Reads everything again, because changes may have been missed. */
function readAllAgain(): void {
  for (const listener of changeListeners) listener(null);
  invalidator.invalidateAll();
}

const liveLink = new LiveLink('', getCurrentLang, {
  onChange: (message) => {
    for (const listener of changeListeners) listener(message);
    invalidator.invalidate(message);
  },
  onPatch: (frame) => liveSources.onFrame(frame),
  onBeat: (beat) => {
    liveSources.onBeat(beat);
    for (const listener of beatListeners) listener(beat);
  },
  onReset: (source) => {
    liveSources.onReset(source);
    if (source === null) readAllAgain();
  },
  onConnected: () => {
    liveSources.onConnected();
    // However late the first connection comes, no change before it was announced to this page.
    if (hasBeenConnected || Date.now() - firstReadsAt > FIRST_CONNECTION_GRACE_MS) readAllAgain();
    hasBeenConnected = true;
  },
  onDisconnected: () => liveSources.onDisconnected(),
  onScreenCommand: (command) => {
    for (const listener of screenListeners) listener(command);
  },
  onRevoked: (code) => {
    const revokedKey = session.current?.validateKey;
    setTimeout(() => {
      if (revokedKey === undefined || session.current?.validateKey !== revokedKey) return;
      const message = t('error.notSignedIn');
      // A wall shows a new pairing code instead of an error. The page of a link shows why the link does not open.
      const { kind } = session.current.user;
      const codesShownElsewhere: ErrorCode[] = kind === 'screen' || kind === 'link' ? ['notSignedIn'] : [];
      reactToFailure(new CallError({ flag: 'LOGIN_VALIDATE', code, message }, 401), codesShownElsewhere);
    }, OWN_LOGOUT_GRACE_MS);
  },
});
const liveSources = new LiveSources(liveLink);

let hasLiveConnectionStarted = false;
let connectedToken: string | null = null;

function connectAsCurrentUser(): void {
  const newToken = session.current?.validateKey ?? null;
  if (newToken === connectedToken) return;
  connectedToken = newToken;
  liveLink.connectAs(newToken);
  liveSources.clearRows();
}

/**
 * Opens the connection for the first subscriber. When another user signs in, the connection is opened
 * again.
 */
function startLiveConnection(): void {
  if (hasLiveConnectionStarted) return;
  hasLiveConnectionStarted = true;
  session.subscribe(connectAsCurrentUser);
  window.addEventListener('online', liveLink.reconnectIfNeeded);
  window.addEventListener('pageshow', liveLink.reconnectIfNeeded);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') liveLink.reconnectIfNeeded();
  });
  connectAsCurrentUser();
}

const subscribeToLiveState = (listener: () => void): (() => void) => {
  startLiveConnection();
  return liveLink.subscribe(listener);
};

/** Returns the state of the connection, for components. */
export const useLiveState = (): LiveState => useSyncExternalStore(subscribeToLiveState, () => liveLink.state);

/** Whether the connection is live now. */
export const isLive = (): boolean => liveLink.state.state === 'live';

/** Returns the server's time in milliseconds, because the clock of this device may be wrong. */
export const getServerTime = (): number => liveLink.now();

/** Whether the server has told its time on this page. */
export const isClockMeasured = (): boolean => liveLink.isClockMeasured;

/** Sets how far the server's clock is ahead of this device's, in milliseconds, until the server tells its time. */
export const assumeClockOffset = (offsetMs: number): void => liveLink.assumeClockOffset(offsetMs);

/**
 * Returns the age of data in milliseconds; null if there is no data.
 * @param at the time of the data, ISO 8601 by the server's clock
 */
export const getDataAge = (at: string | null): number | null =>
  at === null ? null : Math.max(0, getServerTime() - Date.parse(at));

/** Returns the freshness of data, and updates the component when the freshness changes. */
function useFreshness(at: string | null): Freshness {
  const [renderCount, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const waitMs = getTimeUntilFreshnessChanges(getDataAge(at));
    if (waitMs === null) return;
    const timer = setTimeout(renderAgain, waitMs + 10);
    return () => clearTimeout(timer);
  }, [at, renderCount]);
  return getFreshness(getDataAge(at));
}

interface SourceWithFreshness extends SourceView {
  readonly freshness: Freshness;
}

/**
 * Watches a live source, a report with certain parameters, while the component is mounted. Within
 * a playback, it returns the recorded rows, and their age does not matter.
 * @param path the path of the report, such as '/mes/form/orderProgress'
 * @param params the parameters of the report as strings
 */
export function useSource(path: string, params: Record<string, string>): SourceWithFreshness {
  // A new object with equal parameters must not cause a new subscription.
  const paramsJson = JSON.stringify(params);
  const playback = usePlayback();
  const subscribe = useCallback(
    (listener: () => void) => {
      const parsedParams = JSON.parse(paramsJson) as Record<string, string>;
      if (playback) return playback.watch(path, parsedParams, listener);
      startLiveConnection();
      return liveSources.watch(path, parsedParams, listener);
    },
    [path, paramsJson, playback],
  );
  const view = useSyncExternalStore(subscribe, () => (playback ?? liveSources).getView(path, params));
  const liveFreshness = useFreshness(playback ? null : view.confirmedAt);
  const recordedFreshness = view.confirmedAt === null ? 'unknown' : 'fresh';
  const freshness = playback ? recordedFreshness : liveFreshness;
  return useMemo(() => ({ ...view, freshness }), [view, freshness]);
}

/**
 * Reloads a wall when a healthy server has a new build. This is safe, as a wall has no unsaved work.
 */
export function useReloadForNewBuild(): void {
  useEffect(() => {
    const reloader = createPageReloader();
    const listener = (beat: Heartbeat) => void reloader.onBeat(beat);
    beatListeners.add(listener);
    return () => {
      beatListeners.delete(listener);
    };
  }, []);
}

/**
 * Calls a listener with each change, before the affected queries are read again. Calls it with null if
 * changes may have been missed. @returns a function that removes the listener
 */
export function addChangeListener(listener: (message: ChangeMessage | null) => void): () => void {
  startLiveConnection();
  changeListeners.add(listener);
  return () => void changeListeners.delete(listener);
}

/** Calls a listener with each command for this paired screen. @returns a function that removes the listener */
export function addScreenListener(listener: (command: ScreenCommand) => void): () => void {
  startLiveConnection();
  screenListeners.add(listener);
  return () => void screenListeners.delete(listener);
}

/** Reports that this paired screen is on; see `LiveLink.reportPresence`. */
export const reportPresence = (
  report: PresenceReport,
  onAnswer: (expectedContent: string, lagMs: number) => void,
): void => liveLink.reportPresence(report, onAnswer);
