import { LiveLink } from '#client/kit/live/link.ts';
import { LiveSources, type SourceView } from '#client/kit/live/sources.ts';

/** A source that a screen watches: a report with its parameters. */
export interface WatchedReport {
  path: string;
  params: Record<string, string>;
}

/** A screen as the browser has it, without its pictures: the link and the sources of the client itself. */
export interface WatchingScreen {
  view: (report: WatchedReport) => SourceView;
  /** How often it has been let in. */
  connections: () => number;
  /** Whether it has heard a beat since it was let in last. */
  isBack: () => boolean;
  /** Why the server ended its session; null where it never did. */
  revoked: () => string | null;
  close: () => void;
}

/** Opens a screen that watches these reports from now on, whatever becomes of the server. */
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
  const leave = reports.map(({ path, params }) => sources.watch(path, params, () => undefined));
  link.connectAs(token);
  return {
    view: ({ path, params }) => sources.view(path, params),
    connections: () => connections,
    isBack: () => isBack,
    revoked: () => revoked,
    close: () => {
      for (const one of leave) one();
      link.connectAs(null);
    },
  };
}
