// A server whose verification codes and job cause unhandled errors. It runs in its own process.
import { readConfig } from '#server/config.ts';
import { runJob } from '#server/jobs/run-job.ts';
import { handleUncaughtErrors } from '#server/start/log-crashes.ts';
import { startServer, type RunningServer } from '#server/start/start-server.ts';
import { stopOnSignal } from '#server/start/stop-on-signal.ts';

/** How many verification codes cause a rejected promise. Each later code causes an exception. */
const REJECTING_VERIFICATION_CODE_COUNT = 1;

let server: RunningServer | null = null;
handleUncaughtErrors(async () => server?.close());
let madeVerificationCodeCount = 0;
const makeVerificationCodeAndCrash = (): string => {
  madeVerificationCodeCount += 1;
  if (madeVerificationCodeCount <= REJECTING_VERIFICATION_CODE_COUNT)
    void Promise.reject(new Error('rejected by a code'));
  else
    setImmediate(() => {
      throw new Error('thrown after a code');
    });
  return 'ACEF';
};
const { MES_TEST_STUCK: stuckSetting, ...env } = process.env;
server = await startServer(readConfig(env), { makeCode: makeVerificationCodeAndCrash });
const { close, connection } = server;
stopOnSignal(stuckSetting ? () => new Promise(() => undefined) : close, stuckSetting ? 500 : undefined);
const failingJob = {
  name: 'fails in the background',
  intervalSeconds: 0,
  run: async () => {
    void Promise.reject(new Error('rejected by a job'));
    return 0;
  },
};
await connection.pool.query('insert into job (name) values ($1) on conflict do nothing', [failingJob.name]);
await runJob(connection.db, failingJob as never, () => false);
