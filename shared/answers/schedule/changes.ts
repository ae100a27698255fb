/** The changes that forbid to apply a plan, if they happen after the plan was computed. */
export const SCHEDULE_CHANGES = [
  'orderDatesChanged',
  'weightChanged',
  'placeChanged',
  'pinChanged',
  'splitChanged',
  'routingChanged',
  'estimateChanged',
  'suspensionChanged',
  'processAdded',
  'processGone',
  'calendarChanged',
  'peopleChanged',
  'deviceAdded',
  'deviceGone',
  'deviceChanged',
  'settingChanged',
] as const;
export type ScheduleChangeKind = (typeof SCHEDULE_CHANGES)[number];

/** A change since a proposal was computed. */
export interface ScheduleChange {
  kind: ScheduleChangeKind;
  /** The entity of the changed row. The row of `cycleScheduleSetting` has the id 0 and no name. */
  entity: 'workOrder' | 'process' | 'device' | 'workGroup' | 'cycleScheduleSetting';
  id: number;
  /**
   * The code of the order, device or group. For a process, the names of its order and part, and its own name.
   */
  name: string;
}
