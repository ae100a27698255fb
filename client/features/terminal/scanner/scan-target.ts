import { useEffect, useRef } from 'react';
import { parseBarcode } from '#shared/rules/barcode.ts';

/** Takes a scanned text. @returns the problem of the text; null if there is none */
type TakeScan = (text: string) => string | null;

let target: { readonly current: TakeScan } | null = null;

/**
 * Lets the open panel take the scanned codes that do not belong to a card, a person or a device. If `takeScan` is null,
 * the panel takes no codes.
 */
export function useScanTarget(takeScan: TakeScan | null): void {
  const latestTakeScan = useRef(takeScan);
  latestTakeScan.current = takeScan;
  const takesCodes = takeScan !== null;
  useEffect(() => {
    if (!takesCodes) return;
    const ownTarget = {
      get current() {
        return latestTakeScan.current!;
      },
    };
    target = ownTarget;
    return () => {
      if (target === ownTarget) target = null;
    };
  }, [takesCodes]);
}

/**
 * Offers a code to the open panel.
 * @param isTyped whether a person has typed the code into the search box; the panel then takes only a code without a
 * problem
 * @returns undefined if the panel does not take the code; otherwise the problem of the code, or null if it has none
 */
export function offerScan(text: string, factoryCode: string, isTyped: boolean): string | null | undefined {
  if (!target) return undefined;
  const barcode = parseBarcode(text, factoryCode);
  if ('type' in barcode && barcode.type !== null && barcode.type !== 'MATERIAL') return undefined;
  const problem = target.current(text);
  return isTyped && problem !== null ? undefined : problem;
}
