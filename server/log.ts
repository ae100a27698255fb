import { pino } from 'pino';

/** The application log, in JSON lines. It never contains user input, passwords or tokens. */
export const log = pino({
  name: 'mes',
  redact: { paths: ['token', 'password', 'headers', '*.token', '*.password', '*.validateKey'], remove: true },
});
