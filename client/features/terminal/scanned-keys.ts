import { readBarcode } from '#shared/rules/barcode.ts';

/** What a scanner has come to with its last key: a code, or a piece of one. */
export type Scanned = { code: string } | 'torn';

interface Key {
  readonly text: string;
  /** When it was pressed, in milliseconds. */
  readonly at: number;
}

/** Faster than this nobody types for long; between two keys, in milliseconds. */
const FASTER_THAN_PEOPLE_MS = 120;
/** A scanner that turned out to be slower may take so many times its usual pace. */
const SLACK = 2;
/** A scanner that is silent for so long does not go on with its code, in milliseconds. */
export const SCAN_OVER_MS = 2000;
/** Fewer characters are no code. */
const SHORTEST = 3;

/** The pause between two keys that is usual among them; one interruption does not change it. */
function usualPause(times: readonly number[]): number {
  const pauses = times.slice(1).map((at, index) => at - times[index]!);
  return pauses.toSorted((one, other) => one - other)[(pauses.length - 1) >> 1] ?? Infinity;
}

const textOf = (keys: readonly Key[]): string => keys.map(({ text }) => text).join('');

/**
 * Tells what a scanner types from what a person does. A code ends with Enter or Tab, not with a pause: a busy machine
 * interrupts any scanner. A barcode of the house is one by what it says; all else by the pace that is usual in it.
 */
export class ScannedKeys {
  private readonly factoryCode: string;
  private keys: Key[] = [];
  /** Longest pause that belongs to a scanner's pace, as it was learnt from the barcodes of the house. */
  private pace = FASTER_THAN_PEOPLE_MS;

  constructor(factoryCode: string) {
    this.factoryCode = factoryCode;
  }

  /** Takes a character. */
  take(text: string, at: number): void {
    this.forget(at);
    this.keys.push({ text, at });
  }

  /** Takes Enter or Tab. @returns what ends with it; null where a person has pressed it */
  end(at: number): Scanned | null {
    this.forget(at);
    const { keys } = this;
    this.keys = [];
    const ours = this.barcodeIn(keys);
    if (ours) {
      this.pace = Math.max(this.pace, SLACK * usualPause(ours.map((key) => key.at)));
      return { code: textOf(ours) };
    }
    if (usualPause([...keys.map((key) => key.at), at]) > this.pace) return null;
    return keys.length < SHORTEST ? 'torn' : { code: textOf(keys) };
  }

  /** Whether a scanner has begun a code that did not end. */
  get isBegun(): boolean {
    return this.keys.length >= SHORTEST && usualPause(this.keys.map((key) => key.at)) <= this.pace;
  }

  private forget(at: number): void {
    const last = this.keys.at(-1);
    if (last && at - last.at > SCAN_OVER_MS) this.keys = [];
  }

  /** The keys of a barcode of the house; before it there may be stray ones, or a piece of a scan that was repeated. */
  private barcodeIn(keys: readonly Key[]): readonly Key[] | null {
    for (let from = keys.length - 1; from >= 0; from--) {
      const mayBegin = from === 0 || keys[from]!.at - keys[from - 1]!.at > this.pace;
      const read = mayBegin && readBarcode(textOf(keys.slice(from)), this.factoryCode);
      if (read && 'type' in read && read.type !== null) return keys.slice(from);
    }
    return null;
  }
}
