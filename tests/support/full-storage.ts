import { vi } from 'vitest';

/**
 * Makes the storage of the browser refuse every write, as on a full disk.
 * @returns a function that makes room again
 */
export function fillBrowserStorage(): () => void {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
  });
  return () => setItem.mockRestore();
}
