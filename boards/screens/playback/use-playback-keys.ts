import { useEffect } from 'react';
import { LARGE_STEP_MS, SMALL_STEP_MS, type PlaybackAction, type PlaybackState } from './playback-state.ts';

const isFormField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'range';
const isButtonOrLink = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;

/** Handles the keys of a playback: Space plays and pauses, an arrow key moves by 10 s, and with Shift by a minute. */
export function usePlaybackKeys(
  getState: () => PlaybackState,
  dispatch: (action: PlaybackAction) => void,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isFormField(event.target)) return;
      const stepMs = event.shiftKey ? LARGE_STEP_MS : SMALL_STEP_MS;
      if (event.key === ' ' && !isButtonOrLink(event.target))
        dispatch({ type: 'setPlaying', isPlaying: !getState().isPlaying });
      else if (event.key === 'ArrowLeft') dispatch({ type: 'step', byMs: -stepMs });
      else if (event.key === 'ArrowRight') dispatch({ type: 'step', byMs: stepMs });
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [getState, dispatch]);
}
