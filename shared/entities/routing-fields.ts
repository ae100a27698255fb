import { lines, number, ref } from '#shared/kernel/fields.ts';
import { process } from './process.ts';

const ROUTING_COLUMN_NAMES = [
  'seq',
  'craftId',
  'name',
  'workGroupId',
  'deviceId',
  'plannedQuantity',
  'plannedStart',
  'plannedEnd',
  'preparationMinutes',
  'deviceMinutes',
  'manMinutes',
  'manMachineRatio',
  'plannedPeople',
  'transferMinutes',
  'leapfrog',
  'external',
  'supplierId',
  'appointmentStart',
  'appointmentEnd',
  'pinned',
  'syncKey',
] as const satisfies readonly (keyof typeof process.fields)[];

/** The columns of the routing of a part, in the sequence in which planners fill them in. */
export const ROUTING_COLUMNS = Object.fromEntries(
  ROUTING_COLUMN_NAMES.map((name) => [name, process.fields[name]]),
) as Pick<typeof process.fields, (typeof ROUTING_COLUMN_NAMES)[number]>;

/** The maximum number of processes that can be saved together. */
const MAX_ROUTING_LINES = 200;

/** The lines of a routing. A new process has neither an id nor a version. */
export const ROUTING_LINES = lines(
  { processId: ref('process'), version: number({ decimals: 0 }), ...ROUTING_COLUMNS },
  { max: MAX_ROUTING_LINES, label: 'processes' },
);
