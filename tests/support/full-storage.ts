import { vi } from 'vitest';

/**
 * Makes the permanent storage of the browser refuse every write, as on a full disk.
 * @returns a function that makes room again
 */
export function fillBrowserStorage(): () => void {
  const storage = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    },
  });
  return () => vi.stubGlobal('localStorage', storage);
}
