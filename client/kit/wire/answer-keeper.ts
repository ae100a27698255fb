import { CallError } from './call-error.ts';

/** Identifies the person who reads the answer of a call. */
export interface CallOptions {
  readonly workerToken?: string | null | undefined;
}

/** Stores answers of the server on this device, and returns them while the server cannot be reached. */
export interface AnswerKeeper {
  keep: (path: string, fields: object, options: CallOptions, data: unknown) => void;
  /** Returns a stored answer; undefined if there is none. */
  recall: (path: string, fields: object, options: CallOptions) => Promise<unknown>;
  /** Called when the server could not be reached. */
  noteFailure: () => void;
  /** Whether a call has just failed. It is then useless to wait for the server again. */
  isOffline: () => boolean;
}

let keeper: AnswerKeeper | null = null;

/** Sets the object that stores the answers of later calls. */
export function setAnswerKeeper(next: AnswerKeeper): void {
  keeper = next;
}

const GATEWAY_STATUSES: ReadonlySet<number> = new Set([0, 502, 503, 504]);
const isUnreachable = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'requestFailed' || error.code === 'timedOut') &&
  GATEWAY_STATUSES.has(error.status);

/**
 * Reads from the server. While the server cannot be reached, returns the stored answer if there is one.
 * @throws the error of the call if there is no stored answer
 */
export async function readOrRecall(
  path: string,
  fields: object,
  options: CallOptions,
  read: () => Promise<unknown>,
): Promise<unknown> {
  if (!keeper) return read();
  if (keeper.isOffline()) {
    const storedAnswer = await keeper.recall(path, fields, options);
    if (storedAnswer !== undefined) return storedAnswer;
  }
  try {
    const data = await read();
    keeper.keep(path, fields, options, data);
    return data;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    keeper.noteFailure();
    const storedAnswer = await keeper.recall(path, fields, options);
    if (storedAnswer === undefined) throw error;
    return storedAnswer;
  }
}
