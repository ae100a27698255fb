import { LiveLink } from '#client/kit/live/link.ts';
import { LiveSources, type SourceView } from '#client/kit/live/sources.ts';

/** A report that a screen subscribes to, with its parameters. */
export interface WatchedReport {
  path: string;
  params: Record<string, string>;
}

/** A screen without a user interface. It uses the client's own link and sources. */
export interface WatchingScreen {
  view: (report: WatchedReport) => SourceView;
  /** The number of times the screen has connected. */
  connectionCount: () => number;
  /** Whether the screen has received a heartbeat since it last connected. */
  hasHeartbeat: () => boolean;
  /** The error code with which the server ended the session of the screen; null if it has not. */
  revocationCode: () => string | null;
  close: () => void;
}

/** Opens a screen that subscribes to these reports and reconnects when the server restarts. */
export function openWatchingScreen(
  url: string,
  token: string,
  reports: readonly WatchedReport[],
): WatchingScreen {
  let connectionCount = 0;
  let hasHeartbeat = false;
  let revocationCode: string | null = null;
  const link = new LiveLink(url, () => 'en_US', {
    onChange: () => undefined,
    onPatch: (frame) => sources.onFrame(frame),
    onBeat: (beat) => {
      hasHeartbeat = true;
      sources.onBeat(beat);
    },
    onReset: (source) => sources.onReset(source),
    onConnected: () => {
      connectionCount += 1;
      hasHeartbeat = false;
      sources.onConnected();
    },
    onDisconnected: () => sources.onDisconnected(),
    onRevoked: (code) => (revocationCode = code),
  });
  const sources = new LiveSources(link);
  const unwatchFunctions = reports.map(({ path, params }) => sources.watch(path, params, () => undefined));
  link.connectAs(token);
  return {
    view: ({ path, params }) => sources.getView(path, params),
    connectionCount: () => connectionCount,
    hasHeartbeat: () => hasHeartbeat,
    revocationCode: () => revocationCode,
    close: () => {
      for (const unwatch of unwatchFunctions) unwatch();
      link.connectAs(null);
    },
  };
}
