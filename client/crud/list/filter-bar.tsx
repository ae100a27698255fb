import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { CrossIcon, FilterIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { useT } from '#client/kit/words/t.ts';
import { FilterButton } from './filter-button.tsx';
import { getFilterKind, type FilterValue, type ListState } from './list-address.ts';
import { SearchBox } from './search-box.tsx';

interface Props {
  /** The entity whose fields can be filtered. */
  entity: Pick<EntityDeclaration, 'fields' | 'filters'>;
  state: ListState;
  /** Called with the searched text; absent if the entity has no searchable text. */
  onSearch?: (search: string) => void;
  onFilter: (name: string, value: FilterValue | null) => void;
  onClear: () => void;
  /** The name of a field for which the bar offers no filter. */
  fixedField?: string | undefined;
}

/**
 * The bar above a list: the search, the filters that the entity declares or the user has added, and a menu
 * with the other filters.
 */
export function FilterBar({ entity, state, onSearch, onFilter, onClear, fixedField }: Props) {
  const t = useT();
  const [addedName, setAddedName] = useState<string | null>(null);
  const declaredNames = (entity.filters ?? []).filter((name) => name !== fixedField);
  const otherNames = Object.keys(entity.fields).filter(
    (name) =>
      name !== fixedField && !declaredNames.includes(name) && getFilterKind(entity.fields[name]!) !== null,
  );
  const shownNames = [
    ...declaredNames,
    ...otherNames.filter((name) => name in state.filter || name === addedName),
  ];
  const hiddenNames = otherNames.filter((name) => !shownNames.includes(name));
  const isActive = Object.keys(state.filter).length > 0 || state.search !== '';
  return (
    <div className="filter-bar" role="search">
      {onSearch && <SearchBox value={state.search} onSearch={onSearch} />}
      {shownNames.map((name) => (
        <FilterButton
          key={name}
          name={name}
          field={entity.fields[name]!}
          value={state.filter[name]}
          onChange={(value) => onFilter(name, value)}
          isJustAdded={name === addedName}
          onClosed={() => setAddedName((currentName) => (currentName === name ? null : currentName))}
        />
      ))}
      {hiddenNames.length > 0 && (
        <DropDown
          edge="start"
          content={
            <Menu className="menu-scroll">
              {hiddenNames.map((name) => (
                <MenuItem
                  key={name}
                  text={getFieldTitle(name, entity.fields[name]!, t)}
                  onClick={() => setAddedName(name)}
                />
              ))}
            </Menu>
          }
        >
          <Button variant="minimal" icon={<FilterIcon />} text={t('moreFilters')} />
        </DropDown>
      )}
      {isActive && (
        <Button variant="minimal" icon={<CrossIcon />} text={t('clearFilters')} onClick={onClear} />
      )}
    </div>
  );
}
