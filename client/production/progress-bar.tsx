import { formatNumber } from '#client/kit/words/formats.ts';
import './progress-bar.css';

interface Props {
  /** The progress from 0 to 100. */
  percent: number;
  label: string;
}

/** Shows progress as a bar and as a percentage. */
export function ProgressBar({ percent, label }: Props) {
  const clampedPercent = Math.min(100, Math.max(0, percent));
  // A value below 100 must not be rounded up to 100.
  const roundedPercent = clampedPercent < 100 ? Math.min(99, Math.round(clampedPercent)) : 100;
  return (
    <span className="progress-bar">
      <span
        className="progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuenow={roundedPercent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className="progress-done" style={{ inlineSize: `${clampedPercent}%` }} />
      </span>
      <span className="progress-number">{formatNumber(roundedPercent, 0)} %</span>
    </span>
  );
}
