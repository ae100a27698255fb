import { choice, number, text } from '../kernel/fields.ts';
import { LANGS, type Lang } from '../kernel/lang.ts';

/** The browser and the operating system of a session, according to its user agent; each is null if unknown. */
export interface SessionDevice {
  browser: string | null;
  system: string | null;
}

/** A session in the list of a user's own sessions. */
export interface OwnSession {
  id: number;
  device: SessionDevice;
  ip: string;
  createdAt: string;
  seenAt: string;
  remembered: boolean;
  /** Whether the list was requested in this session. */
  isThis: boolean;
}

/** The fields that people can change in their own account, and the version that they have read. */
export const ownAccountFields = {
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  phone: text({ max: 40 }),
  mail: text({ max: 100 }),
  language: choice(LANGS),
} as const;

/** The data of a user's own account that the personal center shows. */
export interface OwnAccountData {
  /** The version of the row that contains phone and mail. */
  version: number;
  phone: string | null;
  mail: string | null;
  language: Lang | null;
  departmentName: string | null;
  workGroupName: string | null;
  /** The customer or supplier of an outside account. */
  companyName: string | null;
  roles: string[];
}
