/** What can change between the computation and the application of a plan, so that it can no longer be applied. */
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
  /** `cycleScheduleSetting` has the id 0 and no name. */
  entity: 'workOrder' | 'process' | 'device' | 'workGroup' | 'cycleScheduleSetting';
  id: number;
  /** The code of the order, device or group; order, part and name of a process. */
  name: string;
}
