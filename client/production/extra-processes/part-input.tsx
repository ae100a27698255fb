import { Button, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoundPart } from '#shared/answers/extra-process.ts';
import { entities } from '#shared/entities/index.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';

/** Finds the part of an extra process by its name, its order or its card, and offers the found parts as buttons. */
export function PartInput({ id, value, onChange, invalid, describedBy, autoFocus }: InputProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: queryKeys.entity('part', 'extraProcess', { search }),
    queryFn: ({ signal }) => call<FoundPart[]>(`${entities.extraProcess.path}/parts`, { search }, { signal }),
    placeholderData: keepPreviousData,
    meta: { watches: ['part', 'workOrder'] },
  });
  return (
    <div className="device-choice">
      <InputGroup
        id={id}
        type="search"
        autoFocus={autoFocus ?? false}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        leftIcon={<SearchIcon />}
        placeholder={t('findPart')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className="device-picks" role="group" aria-label={t('part')}>
        {data?.length === 0 && <p className="field-hint">{t('nothingMatches')}</p>}
        {data?.map((part) => (
          <Button
            key={part.id}
            active={part.id === value}
            aria-pressed={part.id === value}
            text={`${part.orderCode} · ${part.name}`}
            onClick={() => onChange(part.id)}
          />
        ))}
      </div>
    </div>
  );
}
