import { Checkbox, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useEffect, useId, useRef, useState } from 'react';
import type { Field } from '#shared/kernel/fields.ts';
import { DateInput } from '#client/kit/fields/date-input.tsx';
import { getFieldTitle } from '#client/kit/fields/get-field-title.ts';
import { useReferences, useReferencesById } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';
import { getFilterKind, type FilterValue } from './list-address.ts';

interface Props {
  name: string;
  field: Field;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | null) => void;
}

const getChosenValues = (value: FilterValue | undefined): readonly string[] =>
  value && 'any' in value ? value.any : [];

function FilterCheckboxes({
  options,
  value,
  onChange,
}: Pick<Props, 'value' | 'onChange'> & { options: readonly { key: string; text: string }[] }) {
  const chosenKeys = getChosenValues(value);
  const toggleValue = (key: string) =>
    onChange({
      any: chosenKeys.includes(key)
        ? chosenKeys.filter((chosenKey) => chosenKey !== key)
        : [...chosenKeys, key],
    });
  return (
    <div className="filter-checks">
      {options.map(({ key, text }) => (
        <Checkbox
          key={key}
          checked={chosenKeys.includes(key)}
          label={text}
          onChange={() => toggleValue(key)}
        />
      ))}
    </div>
  );
}

function ReferenceCheckboxes({ field, value, onChange }: Props) {
  const t = useT();
  const [search, setSearch] = useState('');
  const chosenIds = getChosenValues(value).map(Number);
  const { rows: offeredRows } = useReferences(field.to!, search, true);
  const { data: chosenRows } = useReferencesById(field.to!, chosenIds);
  const rows = [
    ...(chosenRows ?? []).filter((row) => chosenIds.includes(row.id)),
    ...(offeredRows ?? []).filter((row) => !chosenIds.includes(row.id)),
  ];
  return (
    <>
      <InputGroup
        leftElement={<SearchIcon className="input-icon" />}
        value={search}
        autoFocus
        aria-label={t('search')}
        placeholder={t('search')}
        onChange={(event) => setSearch(event.target.value)}
      />
      <FilterCheckboxes
        options={rows.map((row) => ({ key: String(row.id), text: row.label }))}
        value={value}
        onChange={onChange}
      />
      {offeredRows?.length === 0 && rows.length === 0 && (
        <p className="filter-nothing">{t('nothingFound')}</p>
      )}
    </>
  );
}

function RangeInputs({ name, field, value, onChange }: Props) {
  const t = useT();
  const id = useId();
  const range = value && 'from' in value ? value : { from: '', to: '' };
  const dateField: Field = { kind: 'date', required: false, unique: false };
  const ends = ['from', 'to'] as const;
  return (
    <div className="filter-range">
      {ends.map((end) => (
        <div key={end}>
          <label htmlFor={`${id}-${end}`}>{t(end === 'from' ? 'rangeFrom' : 'rangeTo')}</label>
          {field.kind === 'date' ? (
            <DateInput
              field={dateField}
              id={`${id}-${end}`}
              value={range[end] || null}
              onChange={(next) => onChange({ ...range, [end]: typeof next === 'string' ? next : '' })}
              ariaLabel={`${getFieldTitle(name, field, t)} ${t(end === 'from' ? 'rangeFrom' : 'rangeTo')}`}
            />
          ) : (
            <InputGroup
              id={`${id}-${end}`}
              inputMode="decimal"
              value={range[end]}
              onChange={(event) => onChange({ ...range, [end]: event.target.value.replace(/[^\d.-]/g, '') })}
            />
          )}
        </div>
      ))}
    </div>
  );
}

const TYPING_PAUSE_MS = 250;

/**
 * Edits a filter with inputs for the kind of its field. The editor shows its own draft, and applies
 * the draft when the user pauses or closes the editor.
 */
export function FilterEditor({ name, field, value, onChange }: Props) {
  const t = useT();
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const pendingValue = useRef<FilterValue | null | undefined>(undefined);
  const applyPendingValue = () => {
    clearTimeout(timer.current);
    if (pendingValue.current !== undefined) latestOnChange.current(pendingValue.current);
    pendingValue.current = undefined;
  };
  useEffect(() => applyPendingValue, []);
  const changeDraft = (next: FilterValue | null) => {
    setDraft(next ?? undefined);
    pendingValue.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(applyPendingValue, TYPING_PAUSE_MS);
  };
  const props = { name, field, value: draft, onChange: changeDraft };
  const kind = getFilterKind(field);
  if (kind === 'range') return <RangeInputs {...props} />;
  if (kind === 'has') {
    return (
      <InputGroup
        autoFocus
        aria-label={getFieldTitle(name, field, t)}
        placeholder={t('contains')}
        value={draft && 'has' in draft ? draft.has : ''}
        onChange={(event) => changeDraft({ has: event.target.value })}
      />
    );
  }
  if (field.kind === 'ref' || field.kind === 'refs') return <ReferenceCheckboxes {...props} />;
  const options =
    field.kind === 'flag'
      ? [
          { key: 'true', text: t('yes') },
          { key: 'false', text: t('no') },
        ]
      : (field.choices ?? []).map((choice) => ({ key: choice, text: t(choice) }));
  return <FilterCheckboxes options={options} value={draft} onChange={changeDraft} />;
}
