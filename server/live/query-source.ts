import { ERRORS, type ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { Backend, Reply, SourceFactory } from '../call/backend.ts';

/** The reason why a source has no rows, as an error code. */
export interface SourceRefusal {
  code: ErrorCode;
}
/** The answer of the backend to a request for the rows of a source: the rows, or a refusal. */
export type SourceAnswer = { rows: ReportRow[] } | SourceRefusal;

/** The report and the parameters of a source, with the sessions of its watchers. */
interface SourceRequest {
  readonly report: { readonly path: string };
  readonly params: Record<string, string>;
  readonly watchers: ReadonlyMap<string, { token: string; ip: string }>;
  /** The factory for which the rows are recorded; null if they are not recorded. */
  readonly recordingFactory?: SourceFactory | null;
}

/** Maximum number of sessions that are tried for one request. */
const MAX_SESSION_TRIES = 5;

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in ERRORS;

function readAnswer(reply: Reply): SourceAnswer {
  const body = reply.body as { success?: unknown; data?: { rows?: unknown }; code?: unknown } | null;
  if (body?.success === true && Array.isArray(body.data?.rows))
    return { rows: body.data.rows as ReportRow[] };
  return { code: isErrorCode(body?.code) ? body.code : 'requestFailed' };
}

const isCallerRefused = (code: ErrorCode): boolean =>
  ERRORS[code].flag === 'LOGIN_VALIDATE' || ERRORS[code].flag === 'PERMISSION_VALIDATE';

/**
 * Requests the rows of a source with the session of a watcher. If that session has ended or lacks the
 * permission, it tries the session of another watcher. A recorded source needs no session.
 * @param onRefused called with the token of each refused session, so that the session is checked
 */
export async function querySource(
  backend: Backend,
  request: SourceRequest,
  onRefused: (token: string) => void,
): Promise<SourceAnswer> {
  const triedTokens = new Set<string>();
  let answer: SourceAnswer = { code: 'notSignedIn' };
  for (const { token, ip } of [...request.watchers.values()]) {
    if (triedTokens.has(token)) continue;
    if (triedTokens.size === MAX_SESSION_TRIES) break;
    triedTokens.add(token);
    answer = readAnswer(
      await backend.call({
        path: request.report.path,
        fields: request.params,
        lang: DEFAULT_LANG,
        sender: { ip, agent: 'live', token },
        isForSource: true,
      }),
    );
    if ('rows' in answer || !isCallerRefused(answer.code)) return answer;
    onRefused(token);
  }
  if (request.recordingFactory)
    return readAnswer(
      await backend.call({
        path: request.report.path,
        fields: request.params,
        lang: DEFAULT_LANG,
        sender: { ip: '', agent: 'recorder', token: null },
        isForSource: true,
        forRecording: request.recordingFactory,
      }),
    );
  return answer;
}
