/**
 * Splits the text of a quantity input into which a scanner has typed a code.
 * @returns the quantity before the code, possibly empty, and the code; null if the text has no code
 */
export function splitScannedText(
  text: string,
  factoryCode: string,
): { quantity: string; scannedCode: string } | null {
  // The code of a factory can begin with digits, so the barcodes of the application are looked for first.
  const barcodeIndex = text.toLowerCase().lastIndexOf(`${factoryCode.toLowerCase()}|`);
  const codeIndex = barcodeIndex >= 0 ? barcodeIndex : text.search(/[^\d.,\s]/);
  if (codeIndex < 0) return null;
  return { quantity: text.slice(0, codeIndex).trim(), scannedCode: text.slice(codeIndex).trim() };
}
