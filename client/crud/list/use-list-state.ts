import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import {
  isEmptyFilter,
  keepForeignParameters,
  readListAddress,
  writeListAddress,
  type FilterValue,
  type ListState,
} from './list-address.ts';

/**
 * Stores the state of a list in the address. A new search, filter or sort order returns to the
 * first page.
 */
export function useListState(entity: Pick<EntityDeclaration, 'fields' | 'sort'>) {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readListAddress(entity.fields, entity.sort, address), [entity, address]);
  const changeState = useCallback(
    (change: Partial<ListState>) => {
      setAddress(
        (currentAddress) => {
          const currentState = readListAddress(entity.fields, entity.sort, currentAddress);
          const nextAddress = writeListAddress({ ...currentState, page: 1, ...change }, entity.sort);
          return keepForeignParameters(entity.fields, currentAddress, nextAddress);
        },
        { replace: true },
      );
    },
    [entity, setAddress],
  );
  const setFilter = useCallback(
    (name: string, value: FilterValue | null) => {
      const { [name]: _oldValue, ...otherFilters } = state.filter;
      changeState({
        filter: value && !isEmptyFilter(value) ? { ...otherFilters, [name]: value } : otherFilters,
      });
    },
    [changeState, state.filter],
  );
  return { state, put: changeState, setFilter };
}
