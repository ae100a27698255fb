import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The names of the filters of the change log. The value '' means that a filter is not set. */
const LOG_FILTER_NAMES = ['search', 'entity', 'action', 'employeeId', 'rowId', 'from', 'to'] as const;
export type LogFilterName = (typeof LOG_FILTER_NAMES)[number];
type LogFilters = Readonly<Record<LogFilterName, string>>;

/** Reads the filters of the change log from the address, and returns functions that change them. */
export function useLogFilters() {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(
    () => Object.fromEntries(LOG_FILTER_NAMES.map((name) => [name, address.get(name) ?? ''])) as LogFilters,
    [address],
  );
  const changeFilters = useCallback(
    (change: Partial<LogFilters>) =>
      setAddress(
        (currentAddress) => {
          const next = new URLSearchParams(currentAddress);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const clearFilters = useCallback(() => setAddress(new URLSearchParams(), { replace: true }), [setAddress]);
  return {
    filters,
    changeFilters,
    clearFilters,
    isFiltered: LOG_FILTER_NAMES.some((name) => filters[name] !== ''),
  };
}
