import { clockText } from './clock-text.ts';
import { shortClockText } from './short-clock-text.ts';
import { useServerSecond } from './use-server-second.ts';

interface Props {
  /** ISO 8601. */
  since: string;
  /** Minutes will do. */
  short?: boolean;
  className?: string;
}

/** How long something has been so, ticking once a second by the server's clock. */
export function Elapsed({ since, short = false, className = '' }: Props) {
  const seconds = useServerSecond() - Date.parse(since) / 1000;
  return (
    <time className={`elapsed ${className}`} dateTime={since} role="timer" aria-live="off">
      {short ? shortClockText(seconds) : clockText(seconds)}
    </time>
  );
}
