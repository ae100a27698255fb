import type { Answer } from '#shared/kernel/wire.ts';
import type { Caller } from './wire-server.ts';

/** The first password of new employees on servers that set it as MES_DEFAULT_PASSWORD. */
export const DEFAULT_PASSWORD = 'Welcome2026';

/** Returns the error code of a refused call; null if the call succeeded. */
export const getErrorCode = (body: Answer): string | null => (body.success ? null : body.code);

let ipAddressCount = 0;
/** Returns an IP address that no other test uses, so that wrong passwords in one test do not lock out another test. */
export const makeUnusedIpAddress = (): string =>
  `10.1.${Math.floor(ipAddressCount / 250)}.${(ipAddressCount++ % 250) + 1}`;

export interface HiredEmployee {
  id: number;
  version: number;
  code: string;
}

let peopleCount = 0;
/** Adds an employee who has never logged in. */
export const hireEmployee = (admin: Caller): Promise<HiredEmployee> => {
  const code = `E${++peopleCount}`;
  return admin.send<HiredEmployee>('/mes/system/basic/employee/save', { code, name: `Person ${code}` });
};
