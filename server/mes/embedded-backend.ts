import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { makeError } from '#shared/kernel/errors.ts';
import { ANY_ACCOUNT_PERMISSION, hasPermission, PUBLIC_PERMISSION } from '#shared/kernel/permissions.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { isListedSource } from '#shared/kernel/source-params.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Connection } from '../db/connect.ts';
import { authenticate } from '../session/authenticate.ts';
import { makeErrorReply } from '../call/make-refusal.ts';
import { parseBatchRows } from '../call/batch.ts';
import type { RawRoute } from '../call/raw-route.ts';
import type { InstallationSettings, Route } from '../call/route.ts';
import { rawRoutes, formCallRoutes } from './routes.ts';
import { makeRecordingPlan } from '../hooks/recorded-sources.ts';
import { reportDescriptors } from '../reports/index.ts';
import { makeRecordingUser } from '../session/recording-user.ts';
import type {
  Backend,
  BackendCall,
  RawBackendCall,
  RawReply,
  RecordingPlan,
  Reply,
} from '../call/backend.ts';
import { refuseBrokenText } from './refuse-broken-text.ts';
import { validateInput } from './validate-input.ts';
import { limitPayload, readPayload } from './read-payload.ts';
import { BatchRuns } from './batch-runs.ts';
import { makeIdempotentWrite, runCommand, type WriteContext } from './run-command.ts';
import { writeBatch } from './write-batch.ts';

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const routesByPath = new Map(formCallRoutes.map((route) => [route.path, route]));
const rawRoutesByPath = new Map(rawRoutes.map((route) => [route.path, route]));

/** Whether a user who must change the password may still call a path. */
const isAllowedBeforePasswordChange = (path: string): boolean =>
  path.startsWith('/mes/login/') || path === '/mes/user/password/modify';

/**
 * Refuses a call that the user may not make.
 * @throws notSignedIn, mustChangePassword, noPermission
 */
function refuseForbiddenCall(
  user: CurrentUser | null,
  route: Pick<Route, 'path' | 'permission' | 'allowsOutsiders' | 'allowsTerminals'>,
): void {
  if (user?.mustChangePassword && !isAllowedBeforePasswordChange(route.path))
    throw makeError('mustChangePassword');
  const isOutside = user?.kind === 'customer' || user?.kind === 'supplier';
  if (
    isOutside &&
    !route.allowsOutsiders &&
    route.permission !== ANY_ACCOUNT_PERMISSION &&
    route.permission !== PUBLIC_PERMISSION
  )
    throw makeError('noPermission');
  if (user?.terminal && !route.allowsTerminals && route.permission !== PUBLIC_PERMISSION)
    throw makeError('noPermission');
  if (!hasPermission(user, route.permission)) throw makeError(user ? 'noPermission' : 'notSignedIn');
}

/**
 * Whether a node requests the rows of a live source that the account may watch. The path of such a call is
 * always the path of a report.
 */
const isSourceOfCaller = (user: CurrentUser | null, { path, fields, isForSource }: BackendCall): boolean =>
  isForSource === true &&
  user?.sources !== undefined &&
  isListedSource(user.sources, { path, params: fields as Record<string, string> });

/** Answers calls with the embedded MES on its own database. */
export class EmbeddedBackend implements Backend {
  readonly kind = 'embedded';
  readonly recordingPlan: RecordingPlan;
  private readonly connection: Connection;
  private readonly installation: InstallationSettings;
  private readonly batchRuns: BatchRuns;

  constructor(connection: Connection, installation: InstallationSettings) {
    this.connection = connection;
    this.recordingPlan = makeRecordingPlan(connection.db);
    this.installation = installation;
    this.batchRuns = new BatchRuns(connection.db);
  }

  async call(call: BackendCall): Promise<Reply> {
    const caller: { user?: CurrentUser } = {};
    try {
      const route = routesByPath.get(call.path);
      if (!route) throw makeError('notFound');
      const data = (await this.answerCall(route, call, caller)) ?? null;
      return { status: 200, body: route.hasArrayAnswer ? data : { success: true, data } };
    } catch (error) {
      return makeErrorReply(call.lang, error, call.path, caller.user);
    }
  }

  async refuseCaller({ path, lang, token }: Parameters<Backend['refuseCaller']>[0]): Promise<Reply | null> {
    try {
      const route = routesByPath.get(path);
      if (!route) throw makeError('notFound');
      const user = token === null ? null : await this.loadUser(token);
      if (!user) throw makeError('notSignedIn');
      refuseForbiddenCall(user, route);
      return null;
    } catch (error) {
      return makeErrorReply(lang, error, path);
    }
  }

  async callRaw(call: RawBackendCall): Promise<RawReply> {
    const caller: { user?: CurrentUser } = {};
    try {
      const route = rawRoutesByPath.get(call.path);
      if (!route) throw makeError('notFound');
      const { token } = call.sender;
      const user = token ? await this.loadUser(token) : null;
      if (user) caller.user = user;
      refuseForbiddenCall(user, route);
      if (!user) throw makeError('notSignedIn');
      return await this.answerRaw(route, call, user);
    } catch (error) {
      // The failure of a call whose caller has disconnected is not logged.
      if (call.signal.aborted) return { status: 499, body: null };
      return makeErrorReply(call.lang, error, call.path, caller.user);
    }
  }

  async loadUser(token: string): Promise<CurrentUser | null> {
    return (await authenticate(this.connection.db, token))?.user ?? null;
  }

  loadReports(): Promise<readonly ReportDescriptor[]> {
    return Promise.resolve(reportDescriptors);
  }

  async close(): Promise<void> {
    // `startServer` opened the connection and closes it.
    await this.batchRuns.close();
  }

  private async answerCall(
    route: Route,
    call: BackendCall,
    caller: { user?: CurrentUser },
  ): Promise<unknown> {
    const { fields, lang, sender, requestId } = call;
    const { db } = this.connection;
    if (requestId !== undefined && !UUID_PATTERN.test(requestId)) {
      throw makeError('fieldsInvalid', {}, { requestId: { reason: 'notAReference' } });
    }
    const authentication = sender.token
      ? await authenticate(db, sender.token, route.writes ? (requestId ?? null) : null)
      : null;
    const user = call.forRecording ? makeRecordingUser(call) : (authentication?.user ?? null);
    if (user) caller.user = user;
    if (!isSourceOfCaller(user, call)) refuseForbiddenCall(user, route);
    refuseBrokenText(fields);
    const context = {
      installation: this.installation,
      input: validateInput(route, fields),
      user,
      lang,
      sender,
    };
    if (route.batch) return this.answerBatch(route.batch, context, requestId);
    if (route.continuesBatch) {
      const { id } = context.input as { id: number };
      const findCommand = (path: string) => {
        const batchRoute = routesByPath.get(path)!;
        refuseForbiddenCall(user, batchRoute);
        return batchRoute.batch!.command;
      };
      return this.batchRuns.continue(id, findCommand, { ...context, user: user! });
    }
    if (!route.writes) return route.run({ ...context, db } as never);
    return runCommand(
      db,
      route,
      context,
      makeIdempotentWrite(route, fields, user, requestId),
      authentication?.earlier ?? null,
    );
  }

  /** Runs a command for many rows, or starts a background batch. */
  private async answerBatch(
    { command, maxRows, isInBackground }: NonNullable<Route['batch']>,
    { user, ...context }: WriteContext,
    requestId: string | undefined,
  ): Promise<unknown> {
    if (!user) throw makeError('notSignedIn');
    const rows = parseBatchRows((context.input as { rows: string }).rows, maxRows);
    return isInBackground
      ? this.batchRuns.begin(command, rows, { ...context, user }, requestId ?? randomUUID())
      : writeBatch(this.connection.db, command, rows, { ...context, user }, requestId);
  }

  /**
   * Runs a raw route for an authenticated user. It first reads the payload into memory, unless the route
   * reads the payload as a stream.
   */
  private async answerRaw(route: RawRoute, call: RawBackendCall, user: CurrentUser): Promise<RawReply> {
    const payload = route.readsStream ? limitPayload(call, route) : Readable.from([]);
    const body = route.readsStream ? Buffer.alloc(0) : await readPayload(call, route);
    const { lang, sender, contentType, query, signal, progress } = call;
    const context = { lang, sender, contentType, query, signal, progress, payload, body, user };
    const answer = await route.run({ ...context, db: this.connection.db, installation: this.installation });
    return 'data' in answer ? { status: 200, body: { success: true, data: answer.data } } : answer;
  }
}
