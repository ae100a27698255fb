import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WallPicture } from '#shared/answers/boards/wall.ts';
import { presets } from '#boards/presets/index.ts';
import { PRESET_SOURCES } from '#shared/boards/preset-sources.ts';
import { isWorkingTime } from '#boards/screens/paired/is-working-time.ts';
import { useTurn } from '#boards/screens/paired/use-turn.ts';
import { listBoardSources } from '#boards/screens/board-content-fields.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';

const makePicture = (seconds: number): WallPicture => ({ preset: 'mainHall', board: null, seconds });

describe('The pictures of a playlist', () => {
  let root: Root;
  const turns: number[] = [];
  function Turn({ pictures, isPaused }: { pictures: readonly WallPicture[]; isPaused: boolean }) {
    turns.push(useTurn(pictures, isPaused));
    return null;
  }
  const renderTurn = (pictures: readonly WallPicture[], isPaused = false) =>
    act(() => {
      root.render(<Turn pictures={pictures} isPaused={isPaused} />);
    });
  const wait = (seconds: number) =>
    act(() => {
      vi.advanceTimersByTime(seconds * 1000);
    });

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    turns.length = 0;
    root = createRoot(document.createElement('div'));
  });
  afterEach(() => {
    act(() => root.unmount());
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('are shown in turn, each for its own time', () => {
    renderTurn([makePicture(10), makePicture(30)]);
    expect(turns.at(-1)).toBe(0);
    wait(9.9);
    expect(turns.at(-1)).toBe(0);
    wait(0.2);
    expect(turns.at(-1)).toBe(1);
    wait(29);
    expect(turns.at(-1)).toBe(1);
    wait(1.5);
    expect(turns.at(-1)).toBe(0);
  });

  it('continue with the same picture after an interruption', () => {
    const pictures = [makePicture(10), makePicture(30), makePicture(10)];
    renderTurn(pictures);
    wait(10.1);
    renderTurn(pictures, true);
    wait(500);
    expect(turns.at(-1)).toBe(1);
    renderTurn(pictures, false);
    expect(turns.at(-1)).toBe(1);
    wait(30.1);
    expect(turns.at(-1)).toBe(2);
  });

  it('stay within a playlist that became shorter', () => {
    const pictures = [makePicture(10), makePicture(10), makePicture(10)];
    renderTurn(pictures);
    wait(10.1);
    wait(10.1);
    expect(turns.at(-1)).toBe(2);
    renderTurn(pictures.slice(0, 2));
    expect(turns.at(-1)).toBe(0);
  });
});

describe('A wall outside of shifts', () => {
  const shifts = [
    { startsAt: '2026-03-02T00:00:00.000Z', endsAt: '2026-03-02T08:00:00.000Z' },
    { startsAt: '2026-03-02T08:00:00.000Z', endsAt: '2026-03-02T12:00:00.000Z' },
  ];
  it.each([
    ['2026-03-01T23:59:59.999Z', false],
    ['2026-03-02T00:00:00.000Z', true],
    ['2026-03-02T08:00:00.000Z', true],
    ['2026-03-02T12:00:00.000Z', false],
  ])('at %s is bright: %s', (now, isBright) => {
    expect(isWorkingTime(shifts, Date.parse(now))).toBe(isBright);
  });
  it('is bright if the factory has no shifts, and dark if it has shifts but none now', () => {
    expect(isWorkingTime(null, 0)).toBe(true);
    expect(isWorkingTime([], 0)).toBe(false);
  });
});

describe('The sources of a board', () => {
  it('are those of its tiles, with their settings', async () => {
    expect(await listBoardSources(JSON.stringify(presets.mainHall.board))).toEqual(
      expect.arrayContaining([...PRESET_SOURCES.mainHall]),
    );
  });
  it('leave out tiles that cannot be shown', async () => {
    const tiles = [
      makeTile(),
      makeTile({ type: 'noSuchWidget', x: 6 }),
      makeTile({ x: 12, settings: { noSuchSetting: 1 } }),
    ];
    expect(await listBoardSources(JSON.stringify(makeBoard(tiles)))).toEqual([
      { path: '/mes/form/orderProgress', params: {} },
    ]);
    expect(await listBoardSources('no JSON')).toEqual([]);
  });
});
