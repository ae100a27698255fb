import { lines, number, ref } from '#shared/kernel/fields.ts';
import { process } from './process.ts';

const {
  seq,
  craftId,
  name,
  workGroupId,
  deviceId,
  plannedQuantity,
  plannedStart,
  plannedEnd,
  preparationMinutes,
  deviceMinutes,
  manMinutes,
  manMachineRatio,
  plannedPeople,
  transferMinutes,
  leapfrog,
  external,
  supplierId,
} = process.fields;

/** The columns of the routing of a part, in the sequence in which planners fill them in. */
export const ROUTING_COLUMNS = {
  seq,
  craftId,
  name,
  workGroupId,
  deviceId,
  plannedQuantity,
  plannedStart,
  plannedEnd,
  preparationMinutes,
  deviceMinutes,
  manMinutes,
  manMachineRatio,
  plannedPeople,
  transferMinutes,
  leapfrog,
  external,
  supplierId,
};

/** The most processes that can be saved together. */
const MAX_ROUTING_LINES = 200;

/** The lines of a routing. A new process has neither an id nor a version. */
export const ROUTING_LINES = lines(
  { processId: ref('process'), version: number({ decimals: 0 }), ...ROUTING_COLUMNS },
  { max: MAX_ROUTING_LINES, label: 'processes' },
);
