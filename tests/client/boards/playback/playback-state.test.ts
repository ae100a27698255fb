import { describe, expect, it } from 'vitest';
import {
  HOUR_MS,
  makePlaybackState,
  updatePlayback,
  type PlaybackAction,
  type PlaybackState,
} from '#boards/screens/playback/playback-state.ts';

const NEWEST_MS = Date.parse('2026-03-02T12:00:00.000Z');
const BOUNDS = { oldestMs: NEWEST_MS - 8 * 24 * HOUR_MS, newestMs: NEWEST_MS };
const INITIAL_STATE = makePlaybackState(null, BOUNDS);

const applyActions = (state: PlaybackState, ...actions: PlaybackAction[]): PlaybackState =>
  actions.reduce((current, action) => updatePlayback(current, action, BOUNDS), state);
const playAction: PlaybackAction = { type: 'setPlaying', isPlaying: true };
const makePassAction = (elapsedMs: number, loadedUntilMs = NEWEST_MS): PlaybackAction => ({
  type: 'pass',
  elapsedMs,
  loadedUntilMs,
});

describe('A playback', () => {
  it('begins an hour before the present, and is paused', () => {
    expect(INITIAL_STATE).toMatchObject({ positionMs: NEWEST_MS - HOUR_MS, isPlaying: false, speed: 1 });
    expect(applyActions(INITIAL_STATE, makePassAction(1000))).toBe(INITIAL_STATE);
  });

  it('begins at the time in the address, in the middle of the strip', () => {
    const atMs = NEWEST_MS - 5 * HOUR_MS;
    const state = makePlaybackState(atMs, BOUNDS);
    expect(state).toMatchObject({ positionMs: atMs, spanFromMs: atMs - HOUR_MS / 2 });
  });

  it.each([1, 10, 60] as const)('plays %i times as fast as real time', (speed) => {
    const state = applyActions(
      INITIAL_STATE,
      { type: 'setSpeed', speed },
      playAction,
      makePassAction(250),
      makePassAction(750),
    );
    expect(state.positionMs - INITIAL_STATE.positionMs).toBe(1000 * speed);
  });

  it('waits at the end of what is loaded, and goes on from there', () => {
    const loadedUntilMs = INITIAL_STATE.positionMs + 5000;
    const waitingState = applyActions(
      INITIAL_STATE,
      { type: 'setSpeed', speed: 60 },
      playAction,
      makePassAction(250, loadedUntilMs),
    );
    expect(waitingState).toMatchObject({ positionMs: loadedUntilMs, isPlaying: true });
    expect(applyActions(waitingState, makePassAction(250, loadedUntilMs))).toEqual(waitingState);
    // If nothing is loaded around the position, the position does not move back.
    expect(applyActions(waitingState, makePassAction(250, 0)).positionMs).toBe(loadedUntilMs);
    expect(applyActions(waitingState, makePassAction(250)).positionMs).toBe(loadedUntilMs + 15_000);
  });

  it('stops at the present, and cannot be started there', () => {
    const state = applyActions(
      INITIAL_STATE,
      { type: 'setSpeed', speed: 60 },
      playAction,
      makePassAction(10 * HOUR_MS),
    );
    expect(state).toMatchObject({ positionMs: NEWEST_MS, isPlaying: false });
    expect(applyActions(state, playAction).isPlaying).toBe(false);
  });

  it('stays between the oldest recording and the present', () => {
    expect(applyActions(INITIAL_STATE, { type: 'seek', toMs: 0 }).positionMs).toBe(BOUNDS.oldestMs);
    expect(applyActions(INITIAL_STATE, { type: 'step', byMs: 9 * HOUR_MS }).positionMs).toBe(NEWEST_MS);
    expect(applyActions(INITIAL_STATE, { type: 'step', byMs: -10_000 }).positionMs).toBe(
      INITIAL_STATE.positionMs - 10_000,
    );
  });

  it('keeps the position within the time that the strip shows', () => {
    const isPositionInSpan = ({ positionMs, spanFromMs, spanUntilMs }: PlaybackState) =>
      spanFromMs <= positionMs && positionMs <= spanUntilMs;
    let state = applyActions(INITIAL_STATE, { type: 'setSpeed', speed: 60 }, playAction);
    for (let index = 0; index < 400; index++) {
      const randomMs = BOUNDS.oldestMs + ((index * 7_919) % 1000) * ((NEWEST_MS - BOUNDS.oldestMs) / 1000);
      state = applyActions(
        state,
        index % 3 === 0 ? { type: 'seek', toMs: randomMs } : makePassAction(900),
        { type: 'setSpan', hours: [1, 8, 24][index % 3]! },
        playAction,
      );
      expect(isPositionInSpan(state)).toBe(true);
      expect(state.spanUntilMs - state.spanFromMs).toBe([1, 8, 24][index % 3]! * HOUR_MS);
    }
  });

  it('shows the next hour when the shown hour has been played', () => {
    const atMs = NEWEST_MS - 5 * HOUR_MS;
    const before = makePlaybackState(atMs, BOUNDS);
    const laterState = applyActions(
      before,
      { type: 'setSpeed', speed: 60 },
      playAction,
      makePassAction(31_000),
    );
    expect(laterState.spanFromMs).toBe(laterState.positionMs);
  });
});
