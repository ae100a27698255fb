import type { OpenCallState } from '../machines/andon-call.ts';

/** An open andon call, as callers and responders see it. */
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
  workGroupId: number | null;
  groupName: string | null;
  orderCode: string | null;
  partName: string | null;
  processName: string | null;
  description: string | null;
  picture: number | null;
  raisedAt: string;
  raisedBy: string;
  raisedById: number | null;
  /** When the current step began. */
  stepSince: string;
  /** The person who has acknowledged the call or has arrived. */
  answeredBy: string | null;
  /** The escalation level; 0 until the time limit of the first rule has passed. */
  level: number;
  /** The names of the roles or group heads that the rules of this escalation level notify. */
  asked: string | null;
  waitedSeconds: number;
  stepSeconds: number;
};
