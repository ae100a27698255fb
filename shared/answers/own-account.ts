import { choice, number, text } from '../kernel/fields.ts';
import { LANGS, type Lang } from '../kernel/lang.ts';

/** The browser and operating system of a session, read from its user agent; null if unknown. */
export interface SessionDevice {
  browser: string | null;
  system: string | null;
}

/** A session of a person. */
export interface OwnSession {
  id: number;
  device: SessionDevice;
  ip: string;
  createdAt: string;
  seenAt: string;
  remembered: boolean;
  /** Whether the request was made in this session. */
  isThis: boolean;
}

/** The account fields that people can change for themselves. */
export const ownAccountFields = {
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  phone: text({ max: 40 }),
  mail: text({ max: 100 }),
  language: choice(LANGS),
} as const;

/** The account data that the personal center shows. */
export interface OwnAccountData {
  /** The version of the row that holds phone and mail. */
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
