import { useEffect, useRef, useState } from 'react';
import { HIGHLIGHT_DURATION_MS } from './changed-value.tsx';

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Returns the keys that were added last; none after HIGHLIGHT_DURATION_MS. Keys do not count as added if there were no
 * keys before.
 * @param keys the keys of all rows; the array must stay the same object until a key changes
 */
export function useNewRowKeys(keys: readonly string[]): ReadonlySet<string> {
  const lastKeys = useRef<ReadonlySet<string>>(NO_KEYS);
  const [addedKeys, setAddedKeys] = useState(NO_KEYS);
  useEffect(() => {
    const previousKeys = lastKeys.current;
    lastKeys.current = new Set(keys);
    const newKeys = previousKeys.size === 0 ? [] : keys.filter((key) => !previousKeys.has(key));
    if (newKeys.length > 0) setAddedKeys(new Set(newKeys));
  }, [keys]);
  useEffect(() => {
    if (addedKeys.size === 0) return;
    const timer = setTimeout(() => setAddedKeys(NO_KEYS), HIGHLIGHT_DURATION_MS);
    return () => clearTimeout(timer);
  }, [addedKeys]);
  return addedKeys;
}
