import { useCallback, useState } from 'react';
import { stored } from '#client/kit/stored.ts';

/** The columns of a list that a person does not want to see, kept for good. */
export function useHiddenColumns(list: string): {
  hidden: ReadonlySet<string>;
  toggle: (column: string) => void;
} {
  const name = `hidden.${list}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const kept = stored.forGood.get(name);
    return new Set(Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []);
  });
  const toggle = useCallback(
    (column: string) =>
      setHidden((before) => {
        const next = new Set(before);
        if (!next.delete(column)) next.add(column);
        stored.forGood.set(name, [...next]);
        return next;
      }),
    [name],
  );
  return { hidden, toggle };
}
