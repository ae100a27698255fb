import { pino } from 'pino';

/** The log of a process, one JSON line each. What people type, passwords and tokens never reach it. */
export const log = pino({
  name: 'mes',
  redact: { paths: ['token', 'password', 'headers', '*.token', '*.password', '*.validateKey'], remove: true },
});
