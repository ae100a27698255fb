import type { OpenCallState } from '../machines/abnormal-call.ts';

/** An open call as those see it who wait for it or answer it. */
export type OpenCall = {
  id: number;
  version: number;
  code: string;
  typeName: string;
  stops: boolean;
  state: OpenCallState;
  processId: number | null;
  deviceId: number | null;
  deviceName: string | null;
  groupName: string | null;
  orderCode: string | null;
  partName: string | null;
  processName: string | null;
  description: string | null;
  picture: number | null;
  raisedAt: string;
  raisedBy: string;
  raisedById: number | null;
  /** When the present step began. */
  stepSince: string;
  /** Who has acknowledged it or is there. */
  answeredBy: string | null;
  /** 0 until the time of a rule has passed. */
  level: number;
  /** Names of the roles or heads whom the rules of that level ask. */
  asked: string | null;
  waitedSeconds: number;
  stepSeconds: number;
};
