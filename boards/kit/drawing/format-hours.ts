const MINUTE_SECONDS = 60;
const HOUR_MINUTES = 60;

/** Formats a duration that is summed over several devices: '45″', '47′' or '31h05'. */
export function formatHours(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return `${Math.floor(seconds)}″`;
  const minutes = Math.floor(seconds / MINUTE_SECONDS);
  if (minutes < HOUR_MINUTES) return `${minutes}′`;
  return `${Math.floor(minutes / HOUR_MINUTES)}h${String(minutes % HOUR_MINUTES).padStart(2, '0')}`;
}
