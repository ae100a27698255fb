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
  connections: () => number;
  /** Whether the screen has received a heartbeat since it last connected. */
  isBack: () => boolean;
  /** The error code with which the server ended the session of the screen; null if it has not. */
  revoked: () => string | null;
  close: () => void;
}

/** Opens a screen that subscribes to these reports and reconnects when the server restarts. */
export function openWatchingScreen(
  url: string,
  token: string,
  reports: readonly WatchedReport[],
): WatchingScreen {
  let connections = 0;
  let isBack = false;
  let revoked: string | null = null;
  const link = new LiveLink(url, () => 'en_US', {
    changed: () => undefined,
    patch: (frame) => sources.frame(frame),
    beat: (beat) => {
      isBack = true;
      sources.beat(beat);
    },
    reset: (source) => sources.reset(source),
    connected: () => {
      connections += 1;
      isBack = false;
      sources.connected();
    },
    disconnected: () => sources.disconnected(),
    revoked: (code) => (revoked = code),
  });
  const sources = new LiveSources(link);
  const unwatchFunctions = reports.map(({ path, params }) => sources.watch(path, params, () => undefined));
  link.connectAs(token);
  return {
    view: ({ path, params }) => sources.view(path, params),
    connections: () => connections,
    isBack: () => isBack,
    revoked: () => revoked,
    close: () => {
      for (const one of unwatchFunctions) one();
      link.connectAs(null);
    },
  };
}
