import { OPEN_ALARMS_SOURCE, OPEN_CALLS_SOURCE } from '#shared/boards/preset-sources.ts';
import { useSource } from '#client/kit/live/live.ts';

const CALLS_PARAMS = { ...OPEN_CALLS_SOURCE.params };
const ALARMS_PARAMS = { ...OPEN_ALARMS_SOURCE.params };

/** Returns whether a call is open, or an alarm fires that nobody has acknowledged. */
export function useHasOpenCallOrAlarm(): boolean {
  const calls = useSource(OPEN_CALLS_SOURCE.path, CALLS_PARAMS);
  const alarms = useSource(OPEN_ALARMS_SOURCE.path, ALARMS_PARAMS);
  return calls.rows.length > 0 || alarms.rows.some((alarm) => alarm['state'] === 'firing');
}
