import { useEffect, useRef, useState } from 'react';
import { UNKNOWN_VALUE_TEXT } from './figure.ts';

export const HIGHLIGHT_DURATION_MS = 600;

interface Props {
  children: string;
  className?: string;
}

/**
 * Highlights a value briefly when it changes. A change from the placeholder of an unknown value is not highlighted.
 */
export function ChangedValue({ children: value, className = '' }: Props) {
  const lastValue = useRef(value);
  const [changeCount, setChangeCount] = useState(0);
  useEffect(() => {
    const previousValue = lastValue.current;
    lastValue.current = value;
    if (previousValue !== value && previousValue !== UNKNOWN_VALUE_TEXT) setChangeCount((count) => count + 1);
  }, [value]);
  useEffect(() => {
    if (changeCount === 0) return;
    const timer = setTimeout(() => setChangeCount(0), HIGHLIGHT_DURATION_MS);
    return () => clearTimeout(timer);
  }, [changeCount]);
  const classNames = `${className}${changeCount > 0 ? ' is-changed' : ''}${value === UNKNOWN_VALUE_TEXT ? ' is-unknown' : ''}`;
  return <span className={classNames}>{value}</span>;
}
