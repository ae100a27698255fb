import type { Answer } from '#shared/kernel/wire.ts';
import type { Caller } from './wire-server.ts';

/** The first password of new employees on servers that set it as MES_DEFAULT_PASSWORD. */
export const DEFAULT_PASSWORD = 'Welcome2026';

/** The error code of a refused call, or null. */
export const codeOf = (body: Answer): string | null => (body.success ? null : body.code);

let addresses = 0;
/** Returns an unused IP address, so that wrong passwords in one test do not lock out another test. */
export const address = (): string => `10.1.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

/** A new employee. */
export interface Hired {
  id: number;
  version: number;
  code: string;
}

let people = 0;
/** Adds an employee who has never logged in. */
export const hire = (admin: Caller): Promise<Hired> => {
  const code = `E${++people}`;
  return admin.send<Hired>('/mes/system/basic/employee/save', { code, name: `Person ${code}` });
};
