import type { Answer } from '#shared/kernel/wire.ts';
import type { Caller } from './wire-server.ts';

/** What new employees of a test server log in with the first time, where MES_DEFAULT_PASSWORD says so. */
export const DEFAULT_PASSWORD = 'Welcome2026';

/** The code of a refusal; null where the call was answered. */
export const codeOf = (body: Answer): string | null => (body.success ? null : body.code);

let addresses = 0;
/** An address that nobody called from before: wrong passwords of one test lock out no other. */
export const address = (): string => `10.1.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

/** An employee who has just been added. */
export interface Hired {
  id: number;
  version: number;
  code: string;
}

let people = 0;
/** Adds an employee, who has never logged in. */
export const hire = (admin: Caller): Promise<Hired> => {
  const code = `E${++people}`;
  return admin.send<Hired>('/mes/system/basic/employee/save', { code, name: `Person ${code}` });
};
