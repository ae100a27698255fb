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
const START = makePlaybackState(null, BOUNDS);

const run = (state: PlaybackState, ...actions: PlaybackAction[]): PlaybackState =>
  actions.reduce((current, action) => updatePlayback(current, action, BOUNDS), state);
const play: PlaybackAction = { type: 'setPlaying', isPlaying: true };
const pass = (elapsedMs: number, loadedUntilMs = NEWEST_MS): PlaybackAction => ({
  type: 'pass',
  elapsedMs,
  loadedUntilMs,
});

describe('A playback', () => {
  it('begins an hour before the present, and stands', () => {
    expect(START).toMatchObject({ positionMs: NEWEST_MS - HOUR_MS, isPlaying: false, speed: 1 });
    expect(run(START, pass(1000))).toBe(START);
  });

  it('begins at the time of the address, and shows the time around it', () => {
    const atMs = NEWEST_MS - 5 * HOUR_MS;
    const state = makePlaybackState(atMs, BOUNDS);
    expect(state).toMatchObject({ positionMs: atMs, spanFromMs: atMs - HOUR_MS / 2 });
  });

  it.each([1, 10, 60] as const)('passes ×%i as fast as the time', (speed) => {
    const state = run(START, { type: 'setSpeed', speed }, play, pass(250), pass(750));
    expect(state.positionMs - START.positionMs).toBe(1000 * speed);
  });

  it('waits at the end of what is loaded, and goes on from there', () => {
    const loadedUntilMs = START.positionMs + 5000;
    const waiting = run(START, { type: 'setSpeed', speed: 60 }, play, pass(250, loadedUntilMs));
    expect(waiting).toMatchObject({ positionMs: loadedUntilMs, isPlaying: true });
    expect(run(waiting, pass(250, loadedUntilMs))).toEqual(waiting);
    // Nothing is loaded yet around the position: the position does not move back either.
    expect(run(waiting, pass(250, 0)).positionMs).toBe(loadedUntilMs);
    expect(run(waiting, pass(250)).positionMs).toBe(loadedUntilMs + 15_000);
  });

  it('stops at the present, and cannot be started there', () => {
    const state = run(START, { type: 'setSpeed', speed: 60 }, play, pass(10 * HOUR_MS));
    expect(state).toMatchObject({ positionMs: NEWEST_MS, isPlaying: false });
    expect(run(state, play).isPlaying).toBe(false);
  });

  it('stays between the oldest recording and the present', () => {
    expect(run(START, { type: 'seek', toMs: 0 }).positionMs).toBe(BOUNDS.oldestMs);
    expect(run(START, { type: 'step', byMs: 9 * HOUR_MS }).positionMs).toBe(NEWEST_MS);
    expect(run(START, { type: 'step', byMs: -10_000 }).positionMs).toBe(START.positionMs - 10_000);
  });

  it('keeps the position within the shown time', () => {
    const contains = ({ positionMs, spanFromMs, spanUntilMs }: PlaybackState) =>
      spanFromMs <= positionMs && positionMs <= spanUntilMs;
    let state = run(START, { type: 'setSpeed', speed: 60 }, play);
    for (let index = 0; index < 400; index++) {
      const random = BOUNDS.oldestMs + ((index * 7_919) % 1000) * ((NEWEST_MS - BOUNDS.oldestMs) / 1000);
      state = run(
        state,
        index % 3 === 0 ? { type: 'seek', toMs: random } : pass(900),
        { type: 'setSpan', hours: [1, 8, 24][index % 3]! },
        play,
      );
      expect(contains(state)).toBe(true);
      expect(state.spanUntilMs - state.spanFromMs).toBe([1, 8, 24][index % 3]! * HOUR_MS);
    }
  });

  it('shows the next hour when it runs out of the shown one', () => {
    const atMs = NEWEST_MS - 5 * HOUR_MS;
    const before = makePlaybackState(atMs, BOUNDS);
    const ranOut = run(before, { type: 'setSpeed', speed: 60 }, play, pass(31_000));
    expect(ranOut.spanFromMs).toBe(ranOut.positionMs);
  });
});
