import { readBarcode } from '#shared/rules/barcode.ts';

/** The result of a scan: a complete code, or 'torn' if the code is incomplete. */
type Scanned = { code: string } | 'torn';

interface Key {
  readonly text: string;
  /** The time of the key press, in milliseconds. */
  readonly at: number;
}

/**
 * If the median pause between keys is at most this long, in milliseconds, a scanner sent the keys.
 */
const FASTER_THAN_PEOPLE_MS = 120;
/** The factor by which the pauses of a slow scanner may exceed its measured median pause. */
const SLACK = 2;
/** A scan ends after a pause of this length, in milliseconds. */
export const SCAN_OVER_MS = 2000;
/** The minimum number of characters of a code. */
const MIN_LENGTH = 3;

/**
 * Computes the median pause between keys in milliseconds. A single interruption hardly changes the
 * median.
 */
function usualPause(times: readonly number[]): number {
  const pauses = times.slice(1).map((at, index) => at - times[index]!);
  return pauses.toSorted((one, other) => one - other)[(pauses.length - 1) >> 1] ?? Infinity;
}

const textOf = (keys: readonly Key[]): string => keys.map(({ text }) => text).join('');

/**
 * Distinguishes the keys of a scanner from those of a person. A code ends with Enter or Tab,
 * because pauses also occur when the computer is busy. The class recognises the barcodes of the
 * application by their format, and other codes by the speed of the keys.
 */
export class ScannedKeys {
  private readonly factoryCode: string;
  private keys: Key[] = [];
  /**
   * The longest median pause of this scanner, in milliseconds. Barcodes of the application raise
   * the value.
   */
  private pace = FASTER_THAN_PEOPLE_MS;

  constructor(factoryCode: string) {
    this.factoryCode = factoryCode;
  }

  /** Adds a typed character. */
  take(text: string, at: number): void {
    this.forget(at);
    this.keys.push({ text, at });
  }

  /**
   * Handles Enter or Tab.
   * @returns the result of the scan that the key ends; null if a person pressed the key
   */
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

  /**
   * Returns the keys at the end that form a barcode of the application. It ignores other keys
   * before them.
   */
  private barcodeIn(keys: readonly Key[]): readonly Key[] | null {
    for (let from = keys.length - 1; from >= 0; from--) {
      const mayBegin = from === 0 || keys[from]!.at - keys[from - 1]!.at > this.pace;
      const read = mayBegin && readBarcode(textOf(keys.slice(from)), this.factoryCode);
      if (read && 'type' in read && read.type !== null) return keys.slice(from);
    }
    return null;
  }
}
