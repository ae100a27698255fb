import { readBarcode } from '#shared/rules/barcode.ts';

/** The result of a scanner's last key: a complete code or a fragment. */
type Scanned = { code: string } | 'torn';

interface Key {
  readonly text: string;
  /** The time of the key press, in milliseconds. */
  readonly at: number;
}

/** The longest pause between two keys, in milliseconds, that only a scanner keeps up for a whole code. */
const FASTER_THAN_PEOPLE_MS = 120;
/** The factor by which a slower scanner may exceed its usual pause. */
const SLACK = 2;
/** After this pause, in milliseconds, a scan is over. */
export const SCAN_OVER_MS = 2000;
/** The minimum length of a code. */
const MIN_LENGTH = 3;

/** The median pause between keys; a single interruption does not change it. */
function usualPause(times: readonly number[]): number {
  const pauses = times.slice(1).map((at, index) => at - times[index]!);
  return pauses.toSorted((one, other) => one - other)[(pauses.length - 1) >> 1] ?? Infinity;
}

const textOf = (keys: readonly Key[]): string => keys.map(({ text }) => text).join('');

/**
 * Distinguishes a scanner's keys from a person's. A code ends with Enter or Tab, not with a pause, because a busy
 * machine can interrupt any scanner. The application recognises its own barcodes by format, other codes by speed.
 */
export class ScannedKeys {
  private readonly factoryCode: string;
  private keys: Key[] = [];
  /** The longest pause typical for this scanner, learnt from the application's own barcodes. */
  private pace = FASTER_THAN_PEOPLE_MS;

  constructor(factoryCode: string) {
    this.factoryCode = factoryCode;
  }

  /** Adds a character. */
  take(text: string, at: number): void {
    this.forget(at);
    this.keys.push({ text, at });
  }

  /** Handles Enter or Tab. @returns the scan that it ends; null if a person pressed the key */
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
    return keys.length < MIN_LENGTH ? 'torn' : { code: textOf(keys) };
  }

  /** Whether a scanner has started a code that is not complete. */
  get isBegun(): boolean {
    return this.keys.length >= MIN_LENGTH && usualPause(this.keys.map((key) => key.at)) <= this.pace;
  }

  private forget(at: number): void {
    const last = this.keys.at(-1);
    if (last && at - last.at > SCAN_OVER_MS) this.keys = [];
  }

  /** The keys of a barcode of this application; stray keys or a repeated partial scan may precede it. */
  private barcodeIn(keys: readonly Key[]): readonly Key[] | null {
    for (let from = keys.length - 1; from >= 0; from--) {
      const mayBegin = from === 0 || keys[from]!.at - keys[from - 1]!.at > this.pace;
      const read = mayBegin && readBarcode(textOf(keys.slice(from)), this.factoryCode);
      if (read && 'type' in read && read.type !== null) return keys.slice(from);
    }
    return null;
  }
}
