import { describe, expect, it } from 'vitest';
import { ScanDetector } from '#client/features/terminal/scanner/scan-detector.ts';

const FACTORY_CODE = 'DEMO';
const CARD_BARCODE = 'DEMO|CARD|ONE-01';

/** A terminal that receives one key after another. */
class TypingTerminal {
  private readonly detector = new ScanDetector(FACTORY_CODE);
  private now = 1000;

  /** Types a text, with a pause after each key. */
  type(text: string, pauseMs: number): this {
    for (const key of text) {
      this.detector.addKey(key, this.now);
      this.now += pauseMs;
    }
    return this;
  }
  wait(milliseconds: number): this {
    this.now += milliseconds;
    return this;
  }
  pressEnter = () => this.detector.endScan(this.now);
  get hasIncompleteScan(): boolean {
    return this.detector.hasIncompleteScan;
  }
}

describe('the keys of a scanner', () => {
  it('are a code when Enter ends them', () => {
    expect(new TypingTerminal().type(CARD_BARCODE, 2).pressEnter()).toEqual({ code: CARD_BARCODE });
    expect(new TypingTerminal().type('0012345', 2).pressEnter()).toEqual({ code: '0012345' });
  });

  it.each([150, 400, 1500])('are one code even if they are interrupted for %i ms', (pauseMs) => {
    for (const code of [CARD_BARCODE, '0012345'])
      for (let splitIndex = 1; splitIndex < code.length; splitIndex++) {
        const terminal = new TypingTerminal()
          .type(code.slice(0, splitIndex), 2)
          .wait(pauseMs)
          .type(code.slice(splitIndex), 2);
        expect(terminal.pressEnter(), `${code} at ${splitIndex}`).toEqual({ code });
      }
    expect(new TypingTerminal().type(CARD_BARCODE, 2).wait(pauseMs).pressEnter()).toEqual({
      code: CARD_BARCODE,
    });
  });

  it('are distinguished from stray keys before them, and from a part of the same code', () => {
    expect(new TypingTerminal().type('x', 2).wait(300).type(CARD_BARCODE, 2).pressEnter()).toEqual({
      code: CARD_BARCODE,
    });
    const terminal = new TypingTerminal().type(CARD_BARCODE.slice(0, 12), 2).wait(900);
    expect(terminal.type(CARD_BARCODE, 2).pressEnter()).toEqual({ code: CARD_BARCODE });
  });

  it('show how slow the scanner is', () => {
    const slowTerminal = new TypingTerminal();
    expect(slowTerminal.type('0012345', 180).pressEnter()).toBe(null);
    expect(slowTerminal.type(CARD_BARCODE, 180).pressEnter()).toEqual({ code: CARD_BARCODE });
    expect(slowTerminal.type('0012345', 180).pressEnter()).toEqual({ code: '0012345' });
  });

  it('are an incomplete code if characters or the end are missing', () => {
    expect(new TypingTerminal().type('01', 2).pressEnter()).toBe('torn');
    const terminal = new TypingTerminal().type('DEMO|CA', 2);
    expect(terminal.hasIncompleteScan).toBe(true);
    expect(terminal.wait(3000).type(CARD_BARCODE, 2).pressEnter()).toEqual({ code: CARD_BARCODE });
  });
});

describe('the keys of a person', () => {
  it('are no code', () => {
    expect(new TypingTerminal().pressEnter()).toBe(null);
    expect(new TypingTerminal().type('x', 400).pressEnter()).toBe(null);
    const terminal = new TypingTerminal().type('hello', 250);
    expect(terminal.hasIncompleteScan).toBe(false);
    expect(terminal.pressEnter()).toBe(null);
    expect(new TypingTerminal().type('DEMO|CA', 2).wait(3000).pressEnter()).toBe(null);
  });
});
