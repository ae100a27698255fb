import { choice, number, text } from '../kernel/fields.ts';
import { LANGS, type Lang } from '../kernel/lang.ts';

/** The device that a session is on, as its browser says of itself; null where it says nothing that is known. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** One of the log-ins of a person. */
export interface OwnSession {
  id: number;
  device: Device;
  ip: string;
  createdAt: string;
  seenAt: string;
  remembered: boolean;
  /** The one that asks. */
  isThis: boolean;
}

/** What somebody can change about themselves. */
export const ownFields = {
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  phone: text({ max: 40 }),
  mail: text({ max: 100 }),
  language: choice(LANGS),
} as const;

/** What the personal center shows of somebody. */
export interface OwnData {
  /** Of the row that phone and mail stand in. */
  version: number;
  phone: string | null;
  mail: string | null;
  language: Lang | null;
  departmentName: string | null;
  workGroupName: string | null;
  /** Whom an account from outside belongs to. */
  companyName: string | null;
  roles: string[];
}
