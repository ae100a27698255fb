// The test files of a worker share one page and the loaded packages. But no state passes from one file to the
// next: each file starts with an empty page, empty storage and its own module instances of this project, and
// the timers of a file end with the file.
import { afterAll, vi } from 'vitest';

vi.resetModules();
localStorage.clear();
sessionStorage.clear();
document.head.replaceChildren();
document.body.replaceChildren();

const { setTimeout: setRealTimeout, setInterval: setRealInterval } = globalThis;
const timers: NodeJS.Timeout[] = [];
const recordTimers = <T extends typeof setTimeout | typeof setInterval>(setTimer: T): T =>
  ((...timerArguments: Parameters<typeof setTimeout>) => {
    const timer = setTimer(...timerArguments);
    timers.push(timer);
    return timer;
  }) as T;
globalThis.setTimeout = recordTimers(setRealTimeout);
globalThis.setInterval = recordTimers(setRealInterval);

afterAll(() => {
  globalThis.setTimeout = setRealTimeout;
  globalThis.setInterval = setRealInterval;
  for (const timer of timers) clearTimeout(timer);
});
