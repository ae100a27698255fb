import { lines, moment, number, quantity, ref } from '#shared/kernel/fields.ts';

/** The maximum number of machines over which an operation is split. */
export const MAX_SHARES = 20;

/** The fields of the call that splits an operation. */
export const SPLIT_FIELDS = {
  processId: ref('process', { required: true }),
  /** The version of the process. */
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  /** The shares. An empty list ends the split. */
  shares: lines(
    {
      /** The id of a present share; null for a new one. */
      id: number({ min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'operationShares' }),
      deviceId: ref('device', { required: true }),
      quantity: quantity({ required: true }),
      appointmentStart: moment(),
      appointmentEnd: moment(),
    },
    { max: MAX_SHARES, label: 'operationShares' },
  ),
} as const;
