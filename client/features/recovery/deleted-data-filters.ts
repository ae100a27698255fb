import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The filters of the list of deleted data. The value '' means that a filter is not set. */
export interface DeletedDataFilters {
  readonly search: string;
  readonly entity: string;
  readonly from: string;
  readonly until: string;
  /** The page number, starting at 1. */
  readonly page: number;
}

const DAY_FORMAT = /^\d{4}-\d{2}-\d{2}$/;

function readFiltersFromAddress(address: URLSearchParams): DeletedDataFilters {
  const readDay = (name: string) => (DAY_FORMAT.test(address.get(name) ?? '') ? address.get(name)! : '');
  const page = Number(address.get('page') ?? 1);
  return {
    search: address.get('q') ?? '',
    entity: address.get('kind') ?? '',
    from: readDay('from'),
    until: readDay('until'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

function makeAddressOfFilters({ search, entity, from, until, page }: DeletedDataFilters): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set('q', search);
  if (entity) address.set('kind', entity);
  if (from) address.set('from', from);
  if (until) address.set('until', until);
  if (page > 1) address.set('page', String(page));
  return address;
}

/**
 * Stores the filters and the page in the address. A change of a filter returns to the first page.
 */
export function useDeletedDataFilters() {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => readFiltersFromAddress(address), [address]);
  const changeFilters = useCallback(
    (change: Partial<DeletedDataFilters>) =>
      setAddress(
        (current) => makeAddressOfFilters({ ...readFiltersFromAddress(current), page: 1, ...change }),
        {
          replace: true,
        },
      ),
    [setAddress],
  );
  return { filters, changeFilters };
}
