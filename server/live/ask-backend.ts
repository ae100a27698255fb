import { ERRORS, type ErrorCode } from '#shared/kernel/errors.ts';
import { DEFAULT_LANG } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { Backend, Reply } from '../call/backend.ts';

/** Why a source has no rows. */
export interface Refusal {
  code: ErrorCode;
}
/** The backend's answer to a source. */
export type Asked = { rows: ReportRow[] } | Refusal;

/** A source's request for its rows, with the sessions of its watchers. */
interface Question {
  readonly report: { readonly path: string };
  readonly params: Record<string, string>;
  readonly watchers: ReadonlyMap<string, { token: string; ip: string }>;
}

/** Maximum number of sessions tried for one answer. */
const MAX_TRIES = 5;

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in ERRORS;

function read(reply: Reply): Asked {
  const body = reply.body as { success?: unknown; data?: { rows?: unknown }; code?: unknown } | null;
  if (body?.success === true && Array.isArray(body.data?.rows))
    return { rows: body.data.rows as ReportRow[] };
  return { code: isCode(body?.code) ? body.code : 'requestFailed' };
}

const ofTheCaller = (code: ErrorCode): boolean =>
  ERRORS[code].flag === 'LOGIN_VALIDATE' || ERRORS[code].flag === 'PERMISSION_VALIDATE';

/**
 * Requests the rows of a source with a watcher's session, and tries another watcher if that session is refused.
 * @param doubtful called with each refused token, so that its sockets are checked
 */
export async function ask(
  backend: Backend,
  question: Question,
  doubtful: (token: string) => void,
): Promise<Asked> {
  const tried = new Set<string>();
  let answer: Asked = { code: 'notSignedIn' };
  for (const { token, ip } of [...question.watchers.values()]) {
    if (tried.has(token)) continue;
    if (tried.size === MAX_TRIES) break;
    tried.add(token);
    answer = read(
      await backend.call({
        path: question.report.path,
        fields: question.params,
        lang: DEFAULT_LANG,
        origin: { ip, agent: 'live', token },
      }),
    );
    if ('rows' in answer || !ofTheCaller(answer.code)) return answer;
    doubtful(token);
  }
  return answer;
}
