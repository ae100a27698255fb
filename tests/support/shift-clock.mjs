// Shifts the Date of a process by MES_TEST_CLOCK_MS milliseconds, as if the clock of its machine were wrong. If
// MES_TEST_SLEEP_MS is set, SIGUSR2 sets performance.now() back by this many milliseconds, as if the machine had slept. A
// test preloads this file into a server process.
const clockShiftMs = Number(process.env.MES_TEST_CLOCK_MS ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + clockShiftMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + clockShiftMs;
  }
};

const simulatedSleepMs = Number(process.env.MES_TEST_SLEEP_MS ?? 0);
if (simulatedSleepMs > 0) {
  const readSteadyClock = performance.now.bind(performance);
  let sleptMs = 0;
  performance.now = () => readSteadyClock() - sleptMs;
  process.on('SIGUSR2', () => {
    sleptMs += simulatedSleepMs;
    console.log('The machine woke up');
  });
}
