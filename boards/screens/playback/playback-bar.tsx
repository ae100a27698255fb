import { Link } from 'react-router-dom';
import type { RecordedActivityAnswer } from '#shared/answers/boards/recording.ts';
import { useT } from '#client/kit/words/t.ts';
import { GoToTimeForm } from './go-to-time.tsx';
import {
  LARGE_STEP_MS,
  PLAYBACK_SPEEDS,
  SMALL_STEP_MS,
  SPAN_HOURS,
  HOUR_MS,
  type PlaybackAction,
  type PlaybackBounds,
  type PlaybackState,
} from './playback-state.ts';
import { PlaybackStrip } from './playback-strip.tsx';

/** The lengths of the steps in milliseconds, with their terms. */
const STEPS = [
  { ms: SMALL_STEP_MS, span: 'tenSeconds' },
  { ms: LARGE_STEP_MS, span: 'oneMinute' },
] as const;

interface Props {
  state: PlaybackState;
  bounds: PlaybackBounds;
  activity: RecordedActivityAnswer | undefined;
  /** The address of the live page. */
  livePath: string;
  dispatch: (action: PlaybackAction) => void;
}

/** The controls of a playback: position, play and pause, steps, speed, and the way back to the live page. */
export function PlaybackBar({ state, bounds, activity, livePath, dispatch }: Props) {
  const t = useT();
  const { isPlaying, positionMs, speed, spanFromMs, spanUntilMs } = state;
  const seekTo = (toMs: number) => dispatch({ type: 'seek', toMs });
  const backSteps = STEPS.toReversed().map(({ ms, span }) => ({
    byMs: -ms,
    span,
    text: t('goBackBy', { span: t(span) }),
  }));
  const forwardSteps = STEPS.map(({ ms, span }) => ({
    byMs: ms,
    span,
    text: t('goForwardBy', { span: t(span) }),
  }));
  const makeStepButton = ({
    byMs,
    span,
    text,
  }: (typeof backSteps)[number] | (typeof forwardSteps)[number]) => (
    <button
      key={byMs}
      type="button"
      className="wall-control"
      data-step={span}
      aria-label={text}
      onClick={() => dispatch({ type: 'step', byMs })}
    >
      {byMs < 0 ? '−' : '+'}
      {t(span)}
    </button>
  );
  return (
    <footer className="playback-bar">
      <PlaybackStrip state={state} activity={activity} onSeek={seekTo} />
      <div className="playback-controls">
        <div className="playback-group">
          {backSteps.map(makeStepButton)}
          <button
            type="button"
            className="wall-control playback-play"
            onClick={() => dispatch({ type: 'setPlaying', isPlaying: !isPlaying })}
          >
            <span aria-hidden="true">{isPlaying ? '❚❚' : '▶'}</span> {t(isPlaying ? 'pause' : 'play')}
          </button>
          {forwardSteps.map(makeStepButton)}
        </div>
        <div className="playback-group" role="group" aria-label={t('playbackSpeed')}>
          {PLAYBACK_SPEEDS.map((choice) => (
            <button
              key={choice}
              type="button"
              className="wall-control"
              aria-pressed={choice === speed}
              onClick={() => dispatch({ type: 'setSpeed', speed: choice })}
            >
              ×{choice}
            </button>
          ))}
        </div>
        <GoToTimeForm positionMs={positionMs} bounds={bounds} onSeek={seekTo} />
        <div className="playback-group" role="group" aria-label={t('shownSpan')}>
          {SPAN_HOURS.map((hours) => (
            <button
              key={hours}
              type="button"
              className="wall-control"
              aria-pressed={spanUntilMs - spanFromMs === hours * HOUR_MS}
              onClick={() => dispatch({ type: 'setSpan', hours })}
            >
              {t('spanHours', { hours })}
            </button>
          ))}
        </div>
        <span className="playback-legend">{t('noRecording')}</span>
        <Link className="wall-control playback-leave" to={livePath}>
          {t('backToLive')}
        </Link>
      </div>
    </footer>
  );
}
