import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAlarmSound } from '#boards/kit/wall/use-alarm-sound.ts';

const TONES_PER_SOUND = 3;
let toneCount = 0;

class SilentAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain = () => ({ gain: { value: 0 }, connect: () => undefined });
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: () => (toneCount += 1),
    stop: () => undefined,
  });
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', SilentAudio);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const makeFiringAlarm = (id: number) => ({ id, sound: true, firedAt: new Date().toISOString() });

type Alarms = Parameters<typeof useAlarmSound>[0];
function Wall({ alarms }: { alarms: Alarms }) {
  useAlarmSound(alarms);
  return null;
}

test('an alarm that fires soon after another one sounds when a minute has passed', async () => {
  const root = createRoot(document.createElement('div'));
  const showAlarms = async (alarms: Alarms, waitMs: number) => {
    await act(async () => root.render(<Wall alarms={alarms} />));
    await act(() => vi.advanceTimersByTimeAsync(waitMs));
  };
  const firstAlarm = makeFiringAlarm(1);
  await showAlarms([firstAlarm], 10_000);
  expect(toneCount).toBe(TONES_PER_SOUND);
  const secondAlarm = makeFiringAlarm(2);
  await showAlarms([firstAlarm, secondAlarm], 45_000);
  expect(toneCount).toBe(TONES_PER_SOUND);
  await showAlarms([firstAlarm, secondAlarm], 10_000);
  expect(toneCount).toBe(2 * TONES_PER_SOUND);
  await showAlarms([firstAlarm, secondAlarm], 120_000);
  expect(toneCount).toBe(2 * TONES_PER_SOUND);
  await act(async () => root.unmount());
});
