import type { ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

/** A source as the poll sees it. */
export interface PolledSource {
  readonly key: string;
  readonly factory: Pick<CurrentUser, 'factoryId' | 'factoryCode' | 'factoryName' | 'zone'>;
  readonly report: { readonly rowKey: readonly string[]; readonly watches: readonly string[] };
  readonly watchers: ReadonlyMap<string, unknown>;
  /** Of the rows that it shows; null before the first. */
  digest: () => string | null;
}

type Answer = { rows: ReportRow[] } | { code: string };

/** What the poll needs of the node. */
export interface PollingDependencies<S extends PolledSource> {
  sources: () => readonly S[];
  ask: (source: S) => Promise<Answer>;
  /** A source shows something else than the node that polls it. */
  stale: (key: string) => void;
}

/** What polls the sources of an upstream MES for all screens, as the live part sees it. */
export interface Polling<S extends PolledSource> {
  start: (of: PollingDependencies<S>) => void;
  /** When the upstream last answered well for a source: ISO 8601, '' where never. */
  goodAt: (key: string) => string;
  /** The rows that a poll just found changed, once; null where there are none. */
  kept: (key: string) => Promise<{ rows: ReportRow[] }> | null;
  /** Tells the other nodes that a session ended through this one. */
  tellEnded: (user: PolledSource['factory'], tokenHash: string) => void;
  close: () => Promise<void>;
}
