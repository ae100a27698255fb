import { ProgressBar } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import type { CallProgress } from '#shared/kernel/wire.ts';
import { formatDuration, formatNumber } from '../words/formats.ts';
import { useT } from '../words/t.ts';
import './long-work.css';

/**
 * The progress of a long operation. The server does not report the phase `uploading`. A batch in the background has the
 * phase `running`.
 */
export type LongRequestProgress =
  | CallProgress
  | { phase: 'uploading'; done: 0; total: null }
  | { phase: 'running'; done: number; total: number };

/** How long a phase must have run before its rate is computed. */
const MIN_RATE_PERIOD_MS = 500;

/** Returns the speed of a phase in rows per second; null while it is unknown. */
function useRowRate({ phase, done }: LongRequestProgress): number | null {
  const phaseStart = useRef<{ phase: string; at: number; done: number } | null>(null);
  const [rate, setRate] = useState<number | null>(null);
  useEffect(() => {
    const now = performance.now();
    if (phaseStart.current?.phase !== phase || done < phaseStart.current.done) {
      phaseStart.current = { phase, at: now, done };
      setRate(null);
      return;
    }
    const elapsedMs = now - phaseStart.current.at;
    const rowsSinceStart = done - phaseStart.current.done;
    if (elapsedMs >= MIN_RATE_PERIOD_MS && rowsSinceStart > 0) setRate((rowsSinceStart / elapsedMs) * 1000);
  }, [phase, done]);
  return rate;
}

/** Shows the progress of a long operation: phase, count, rate and remaining time. */
export function LongRequestProgressBar({ progress }: { progress: LongRequestProgress }) {
  const t = useT();
  const rate = useRowRate(progress);
  const { phase, done, total } = progress;
  const share = total ? done / total : null;
  const countText =
    total === null
      ? done > 0 && t('rowsDone', { done: formatNumber(done, 0) })
      : t('rowsDoneOf', { done: formatNumber(done, 0), total: formatNumber(total, 0) });
  const secondsLeft = rate !== null && total !== null && done < total ? (total - done) / rate : null;
  return (
    <div className="long-work">
      <p className="long-work-phase" role="status">
        {t(`phase.${phase}`)}
      </p>
      <ProgressBar
        {...(share === null ? {} : { value: share })}
        intent="primary"
        stripes={share === null}
        animate={share === null}
        aria-label={t(`phase.${phase}`)}
      />
      <p className="long-work-figures">
        <span>{countText}</span>
        <span>{rate !== null && t('rowsPerSecond', { rate: formatNumber(rate, 0) })}</span>
        <span>
          {secondsLeft !== null &&
            t('timeLeft', { time: formatDuration(Math.max(1, Math.round(secondsLeft))) })}
        </span>
      </p>
    </div>
  );
}
