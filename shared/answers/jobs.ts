/** The background jobs of a database. A node begins a job only if no other node seems to be running it. */
export const JOB_NAMES = [
  'forgetAnswers',
  'forgetSessions',
  'forgetLoginTries',
  'forgetWireKeys',
  'pruneChangeFeed',
  'pruneBoardRecordings',
  'pruneAlarms',
  'forgetJobRuns',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** A job as the jobs page shows it. */
export interface JobStatus {
  readonly name: JobName;
  readonly intervalSeconds: number;
  readonly runningSince: string | null;
  readonly requestedAt: string | null;
  readonly nextAt: string;
  readonly last: JobRun | null;
}

/** One run of a job. */
export interface JobRun {
  readonly id: number;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Whether a user asked for the run; otherwise the run was due. */
  readonly isAsked: boolean;
  readonly rowsDone: number;
  /** The error that stopped the run; null if it succeeded. */
  readonly error: string | null;
}
