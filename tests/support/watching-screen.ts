import { LiveLink } from '#client/kit/live/link.ts';
import { LiveSources, type SourceView } from '#client/kit/live/sources.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';

/** A report that a screen subscribes to, with its parameters. */
export interface WatchedReport {
  path: string;
  params: Record<string, string>;
}

/** A screen without a user interface. It connects and subscribes with the client's LiveLink and LiveSources. */
export interface WatchingScreen {
  getView: (report: WatchedReport) => SourceView;
  /** The number of times the screen has connected. */
  getConnectionCount: () => number;
  /** Whether the screen has received a heartbeat since it last connected. */
  hasHeartbeat: () => boolean;
  /** The error code with which the server ended the session of the screen; null if it has not. */
  getRevocationCode: () => string | null;
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
    getView: ({ path, params }) => sources.getView(path, params),
    getConnectionCount: () => connectionCount,
    hasHeartbeat: () => hasHeartbeat,
    getRevocationCode: () => revocationCode,
    close: () => {
      for (const unwatch of unwatchFunctions) unwatch();
      link.connectAs(null);
    },
  };
}

/** Indexes rows by key, so that two results can be compared regardless of row order. */
const indexByKey = (rows: readonly ReportRow[], rowKey: readonly string[]) =>
  Object.fromEntries(rows.map((row) => [buildRowKey(rowKey, row), row]));

/** Returns the screens whose rows differ from those that their reports return now. */
export async function findOutdatedScreens(
  client: WireClient,
  screens: readonly { screen: WatchingScreen; reports: readonly WatchedReport[] }[],
): Promise<WatchingScreen[]> {
  const rowsByReport = new Map<string, readonly ReportRow[]>();
  for (const report of screens.flatMap(({ reports }) => reports)) {
    const key = JSON.stringify(report);
    if (rowsByReport.has(key)) continue;
    const answer = await client.call<{ rows: ReportRow[] }>(report.path, report.params);
    rowsByReport.set(key, answer.rows);
  }
  const isUpToDate = (screen: WatchingScreen, report: WatchedReport): boolean => {
    const { rows, rowKey, isCatchingUp } = screen.getView(report);
    const freshRows = rowsByReport.get(JSON.stringify(report))!;
    const [shownText, freshText] = [rows, freshRows].map((list) => JSON.stringify(indexByKey(list, rowKey)));
    return !isCatchingUp && shownText === freshText;
  };
  return screens
    .filter(({ screen, reports }) => !reports.every((report) => isUpToDate(screen, report)))
    .map(({ screen }) => screen);
}
