import { describe, expect, it } from 'vitest';
import { ScanDetector } from '#client/features/terminal/scanner/scan-detector.ts';

const FACTORY_CODE = 'DEMO';
const CARD_BARCODE = 'DEMO|CARD|ONE-01';

/** A terminal that receives one key after another. */
class TypingTerminal {
  private readonly keys = new ScanDetector(FACTORY_CODE);
  private now = 1000;

  /** Types a text. `pause` is the time after each key, in milliseconds. */
  type(text: string, pause: number): this {
    for (const key of text) {
      this.keys.take(key, this.now);
      this.now += pause;
    }
    return this;
  }
  wait(milliseconds: number): this {
    this.now += milliseconds;
    return this;
  }
  enter = () => this.keys.end(this.now);
  get isBegun(): boolean {
    return this.keys.isBegun;
  }
}

describe('the keys of a scanner', () => {
  it('are a code with their end', () => {
    expect(new TypingTerminal().type(CARD_BARCODE, 2).enter()).toEqual({ code: CARD_BARCODE });
    expect(new TypingTerminal().type('0012345', 2).enter()).toEqual({ code: '0012345' });
  });

  it.each([150, 400, 1500])('are one code also where they were interrupted for %i ms', (pause) => {
    for (const code of [CARD_BARCODE, '0012345'])
      for (let at = 1; at < code.length; at++) {
        const torn = new TypingTerminal().type(code.slice(0, at), 2).wait(pause).type(code.slice(at), 2);
        expect(torn.enter(), `${code} at ${at}`).toEqual({ code });
      }
    expect(new TypingTerminal().type(CARD_BARCODE, 2).wait(pause).enter()).toEqual({ code: CARD_BARCODE });
  });

  it('are distinguished from stray keys before them, and from a part of the same code', () => {
    expect(new TypingTerminal().type('x', 2).wait(300).type(CARD_BARCODE, 2).enter()).toEqual({
      code: CARD_BARCODE,
    });
    const piece = new TypingTerminal().type(CARD_BARCODE.slice(0, 12), 2).wait(900);
    expect(piece.type(CARD_BARCODE, 2).enter()).toEqual({ code: CARD_BARCODE });
  });

  it('teach how slow the scanner is', () => {
    const slow = new TypingTerminal();
    expect(slow.type('0012345', 180).enter()).toBe(null);
    expect(slow.type(CARD_BARCODE, 180).enter()).toEqual({ code: CARD_BARCODE });
    expect(slow.type('0012345', 180).enter()).toEqual({ code: '0012345' });
  });

  it('are an incomplete code if characters or the end are missing', () => {
    expect(new TypingTerminal().type('01', 2).enter()).toBe('torn');
    const begun = new TypingTerminal().type('DEMO|CA', 2);
    expect(begun.isBegun).toBe(true);
    expect(begun.wait(3000).type(CARD_BARCODE, 2).enter()).toEqual({ code: CARD_BARCODE });
  });
});

describe('the keys of a person', () => {
  it('are no code', () => {
    expect(new TypingTerminal().enter()).toBe(null);
    expect(new TypingTerminal().type('x', 400).enter()).toBe(null);
    const typed = new TypingTerminal().type('hello', 250);
    expect(typed.isBegun).toBe(false);
    expect(typed.enter()).toBe(null);
    expect(new TypingTerminal().type('DEMO|CA', 2).wait(3000).enter()).toBe(null);
  });
});
