// Shifts the Date of a process by MES_TEST_CLOCK_MS milliseconds, as if the clock of its machine were wrong. A test
// preloads this file into a server process.
const shiftMs = Number(process.env.MES_TEST_CLOCK_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
