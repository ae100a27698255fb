import { parseBarcode } from '#shared/rules/barcode.ts';

/** The result of a scan: a complete code, or 'torn' if the code is incomplete. */
type ScanResult = { code: string } | 'torn';

interface PressedKey {
  readonly text: string;
  /** The time of the key press, in milliseconds. */
  readonly at: number;
}

/**
 * Keys whose median pause is at most this long, in milliseconds, come from a scanner. This is the
 * initial value of `maxScannerPauseMs`.
 */
const MAX_SCANNER_PAUSE_MS = 120;
/** The factor by which the pauses of a slow scanner may exceed its measured median pause. */
const PAUSE_TOLERANCE_FACTOR = 2;
/** After a pause of this length, in milliseconds, earlier keys do not belong to the same scan. */
export const SCAN_END_PAUSE_MS = 2000;
/** The minimum number of characters of a code. */
const MIN_CODE_LENGTH = 3;

/**
 * Computes the median pause between keys in milliseconds; Infinity for fewer than two keys. A single
 * interruption hardly changes the median.
 */
function computeMedianPause(times: readonly number[]): number {
  const pauses = times.slice(1).map((at, index) => at - times[index]!);
  return pauses.toSorted((a, b) => a - b)[(pauses.length - 1) >> 1] ?? Infinity;
}

const joinKeys = (keys: readonly PressedKey[]): string => keys.map(({ text }) => text).join('');

/**
 * Distinguishes the keys of a scanner from the keys of a person. A code ends with Enter or Tab, not
 * with a pause, because pauses also occur when the computer is busy. The class recognises the barcodes
 * of the application by their format, and other codes by the speed of the keys.
 */
export class ScanDetector {
  private readonly factoryCode: string;
  private keys: PressedKey[] = [];
  /**
   * Up to this median pause, in milliseconds, keys count as keys of the scanner. A barcode of the
   * application that arrives more slowly raises the value.
   */
  private maxScannerPauseMs = MAX_SCANNER_PAUSE_MS;

  constructor(factoryCode: string) {
    this.factoryCode = factoryCode;
  }

  /** Adds a typed character. */
  addKey(text: string, at: number): void {
    this.dropOldKeys(at);
    this.keys.push({ text, at });
  }

  /**
   * Handles Enter or Tab.
   * @returns the result of the scan that the key ends; null if a person pressed the key
   */
  endScan(at: number): ScanResult | null {
    this.dropOldKeys(at);
    const { keys } = this;
    this.keys = [];
    const barcodeKeys = this.findBarcodeKeys(keys);
    if (barcodeKeys) {
      this.maxScannerPauseMs = Math.max(
        this.maxScannerPauseMs,
        PAUSE_TOLERANCE_FACTOR * computeMedianPause(barcodeKeys.map((key) => key.at)),
      );
      return { code: joinKeys(barcodeKeys) };
    }
    if (computeMedianPause([...keys.map((key) => key.at), at]) > this.maxScannerPauseMs) return null;
    return keys.length < MIN_CODE_LENGTH ? 'torn' : { code: joinKeys(keys) };
  }

  /** Whether a scanner has started a code that is not complete. */
  get hasIncompleteScan(): boolean {
    return (
      this.keys.length >= MIN_CODE_LENGTH &&
      computeMedianPause(this.keys.map((key) => key.at)) <= this.maxScannerPauseMs
    );
  }

  private dropOldKeys(at: number): void {
    const lastKey = this.keys.at(-1);
    if (lastKey && at - lastKey.at > SCAN_END_PAUSE_MS) this.keys = [];
  }

  /**
   * Finds the barcode of the application at the end of the keys. The barcode must begin with the
   * first key, or after a pause longer than `maxScannerPauseMs`.
   * @returns the keys of the barcode; null if there is none
   */
  private findBarcodeKeys(keys: readonly PressedKey[]): readonly PressedKey[] | null {
    for (let from = keys.length - 1; from >= 0; from--) {
      const mayBegin = from === 0 || keys[from]!.at - keys[from - 1]!.at > this.maxScannerPauseMs;
      const barcode = mayBegin && parseBarcode(joinKeys(keys.slice(from)), this.factoryCode);
      if (barcode && 'type' in barcode && barcode.type !== null) return keys.slice(from);
    }
    return null;
  }
}
