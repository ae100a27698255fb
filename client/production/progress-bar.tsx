import { formatNumber } from '#client/kit/words/formats.ts';
import './progress-bar.css';

interface Props {
  /** 0 to 100. */
  percent: number;
  label: string;
}

/** How far something has come: a bar from zero, with its number. */
export function ProgressBar({ percent, label }: Props) {
  const shown = Math.min(100, Math.max(0, percent));
  // What is not quite done must not read as done.
  const rounded = shown < 100 ? Math.min(99, Math.round(shown)) : 100;
  return (
    <span className="progress-bar">
      <span
        className="progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuenow={rounded}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className="progress-done" style={{ inlineSize: `${shown}%` }} />
      </span>
      <span className="progress-number">{formatNumber(rounded, 0)} %</span>
    </span>
  );
}
