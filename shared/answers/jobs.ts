/** The work that the house does by itself, each once over all nodes. */
export const JOB_NAMES = [
  'forgetAnswers',
  'forgetSessions',
  'forgetLoginTries',
  'forgetWireKeys',
  'pruneChangeFeed',
  'forgetJobRuns',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** A job as its page shows it. */
export interface JobStatus {
  readonly name: JobName;
  readonly everySeconds: number;
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
  /** Somebody asked for it, before it was due. */
  readonly isAsked: boolean;
  readonly rowsDone: number;
  /** What stopped it; null where it was done. */
  readonly error: string | null;
}
