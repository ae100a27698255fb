import { useEffect, useRef, useState } from 'react';
import { MARK_MS } from './changed-value.tsx';

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the keys that appeared a moment ago. The keys of the first rows do not count as new.
 * @param keys the keys of all rows; the same array until a key changes
 */
export function useNewKeys(keys: readonly string[]): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string>>(NONE);
  const [added, setAdded] = useState(NONE);
  useEffect(() => {
    const previous = before.current;
    before.current = new Set(keys);
    const newKeys = previous.size === 0 ? [] : keys.filter((key) => !previous.has(key));
    if (newKeys.length > 0) setAdded(new Set(newKeys));
  }, [keys]);
  useEffect(() => {
    if (added.size === 0) return;
    const timer = setTimeout(() => setAdded(NONE), MARK_MS);
    return () => clearTimeout(timer);
  }, [added]);
  return added;
}
