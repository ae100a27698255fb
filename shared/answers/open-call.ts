import type { OpenCallState } from '../machines/andon-call.ts';

/** An open andon call, with its place, its people and its escalation. */
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
  /** When the call entered its current state. */
  stepSince: string;
  /**
   * The name of the person who has arrived, or else of the person who has acknowledged the call; null
   * before that.
   */
  answeredBy: string | null;
  /**
   * The highest level of the escalation rules that apply to the call and whose time has passed since the call
   * entered its current state; 0 if there is none.
   */
  level: number;
  /** The names of the roles and work group heads that the rules of this escalation level ask for help. */
  asked: string | null;
  waitedSeconds: number;
  stepSeconds: number;
};
