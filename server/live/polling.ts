import type { ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

/** The interface of a source for the poll. */
export interface PolledSource {
  readonly key: string;
  readonly factory: Pick<CurrentUser, 'factoryId' | 'factoryCode' | 'factoryName' | 'zone'>;
  readonly report: { readonly rowKey: readonly string[]; readonly watches: readonly string[] };
  readonly watchers: ReadonlyMap<string, unknown>;
  /** The digest of its current rows; null before the first. */
  digest: () => string | null;
}

type Answer = { rows: ReportRow[] } | { code: string };

/** The dependencies of the poll. */
export interface PollingDependencies<S extends PolledSource> {
  sources: () => readonly S[];
  ask: (source: S) => Promise<Answer>;
  /** Called when a source shows other rows than the polling node has. */
  stale: (key: string) => void;
}

/** The interface of the poll for the live updates. */
export interface Polling<S extends PolledSource> {
  start: (of: PollingDependencies<S>) => void;
  /** When the upstream last answered for a source: ISO 8601, '' if never. */
  goodAt: (key: string) => string;
  /** Takes the changed rows of the last poll; null if there are none. */
  kept: (key: string) => Promise<{ rows: ReportRow[] }> | null;
  /** Tells the other nodes that a session ended through this one. */
  announceSessionEnd: (user: PolledSource['factory'], tokenHash: string) => void;
  close: () => Promise<void>;
}
