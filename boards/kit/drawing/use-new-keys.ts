import { useEffect, useRef, useState } from 'react';
import { HIGHLIGHT_DURATION_MS } from './changed-value.tsx';

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Returns the keys that were added last; none after HIGHLIGHT_DURATION_MS. Keys do not count as added if there were no keys
 * before.
 * @param keys the keys of all rows; the array must stay the same object until a key changes
 */
export function useNewRowKeys(keys: readonly string[]): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string>>(NO_KEYS);
  const [added, setAdded] = useState(NO_KEYS);
  useEffect(() => {
    const previous = before.current;
    before.current = new Set(keys);
    const newKeys = previous.size === 0 ? [] : keys.filter((key) => !previous.has(key));
    if (newKeys.length > 0) setAdded(new Set(newKeys));
  }, [keys]);
  useEffect(() => {
    if (added.size === 0) return;
    const timer = setTimeout(() => setAdded(NO_KEYS), HIGHLIGHT_DURATION_MS);
    return () => clearTimeout(timer);
  }, [added]);
  return added;
}
