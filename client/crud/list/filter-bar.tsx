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
  fixed?: string | undefined;
}

/**
 * The bar above a list: the search, the filters that the entity declares or the user has added, and a menu
 * with the other filters.
 */
export function FilterBar({ entity, state, onSearch, onFilter, onClear, fixed }: Props) {
  const t = useT();
  const [addedName, setAddedName] = useState<string | null>(null);
  const declared = (entity.filters ?? []).filter((name) => name !== fixed);
  const others = Object.keys(entity.fields).filter(
    (name) => name !== fixed && !declared.includes(name) && getFilterKind(entity.fields[name]!) !== null,
  );
  const shown = [...declared, ...others.filter((name) => name in state.filter || name === addedName)];
  const hidden = others.filter((name) => !shown.includes(name));
  const active = Object.keys(state.filter).length > 0 || state.search !== '';
  return (
    <div className="filter-bar" role="search">
      {onSearch && <SearchBox value={state.search} onSearch={onSearch} />}
      {shown.map((name) => (
        <FilterButton
          key={name}
          name={name}
          field={entity.fields[name]!}
          value={state.filter[name]}
          onChange={(value) => onFilter(name, value)}
          fresh={name === addedName}
          onClosed={() => setAddedName((now) => (now === name ? null : now))}
        />
      ))}
      {hidden.length > 0 && (
        <DropDown
          at="start"
          content={
            <Menu className="menu-scroll">
              {hidden.map((name) => (
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
      {active && <Button variant="minimal" icon={<CrossIcon />} text={t('clearFilters')} onClick={onClear} />}
    </div>
  );
}
