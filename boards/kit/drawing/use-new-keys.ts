import { useEffect, useRef, useState } from 'react';
import { MARK_MS } from './changed-value.tsx';

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the keys that appeared a moment ago. The keys of the first rows do not count as new.
 * @param keys the same array until something changes
 */
export function useNewKeys(keys: readonly string[]): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string>>(NONE);
  const [added, setAdded] = useState(NONE);
  useEffect(() => {
    const was = before.current;
    before.current = new Set(keys);
    const found = was.size === 0 ? [] : keys.filter((key) => !was.has(key));
    if (found.length > 0) setAdded(new Set(found));
  }, [keys]);
  useEffect(() => {
    if (added.size === 0) return;
    const timer = setTimeout(() => setAdded(NONE), MARK_MS);
    return () => clearTimeout(timer);
  }, [added]);
  return added;
}
