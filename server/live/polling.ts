import type { ReportRow } from '#shared/kernel/report.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';

/** The members of a source that the poll uses. */
export interface PolledSource {
  readonly key: string;
  readonly factory: Pick<CurrentUser, 'factoryId' | 'factoryCode' | 'factoryName' | 'zone'>;
  readonly report: { readonly rowKey: readonly string[]; readonly watches: readonly string[] };
  readonly watchers: ReadonlyMap<string, unknown>;
  /** Returns the digest of the current rows of the source; null before the first rows. */
  getDigest: () => string | null;
}

type PollAnswer = { rows: ReportRow[] } | { code: string };

export interface PollerDependencies<S extends PolledSource> {
  getSources: () => readonly S[];
  queryRows: (source: S) => Promise<PollAnswer>;
  /**
   * Called for a source on this node whose rows have differed from the rows of the polling node for some
   * time.
   */
  onStaleSource: (key: string) => void;
}

/** The functions of the poll that the live updates use. */
export interface Poller<S extends PolledSource> {
  start: (dependencies: PollerDependencies<S>) => void;
  /**
   * Returns the time at which the upstream last answered with the rows that the source has: ISO 8601; empty if
   * it never did.
   */
  getLastConfirmedTime: (key: string) => string;
  /** Returns the changed rows of the last poll and forgets them; null if there are none. */
  takeChangedRows: (key: string) => Promise<{ rows: ReportRow[] }> | null;
  /** Notifies the other nodes that a session was ended through this node. */
  announceSessionEnd: (user: PolledSource['factory'], tokenHash: string) => void;
  close: () => Promise<void>;
}
