import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';

/** Chooses one shift of the roster's class table, or all shifts. */
export function ShiftNameInput(props: InputProps) {
  const { value, onChange, disabled = false } = props;
  const t = useT();
  const tableId = useEnclosingForm().values['classTableId'];
  const { data: table } = useQuery({
    queryKey: queryKeys.entity('classTable', 'get', tableId),
    queryFn: ({ signal }) =>
      call<Entity<'classTable'>>(`${entities.classTable.path}/get`, { id: Number(tableId) }, { signal }),
    enabled: typeof tableId === 'number',
  });
  const chosenName = typeof value === 'string' ? value : '';
  const names = table?.shifts.map((shift) => shift.name) ?? [];
  // If the class table no longer has the chosen shift, the input still shows that shift. The server
  // refuses to save a roster with that shift.
  const offeredNames = chosenName === '' || names.includes(chosenName) ? names : [chosenName, ...names];
  return (
    <HTMLSelect
      {...makeInputAttributes(props)}
      fill
      value={chosenName}
      disabled={disabled || typeof tableId !== 'number'}
      className={props.invalid ? 'select-invalid' : undefined}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      options={[
        { value: '', label: t('allShifts') },
        ...offeredNames.map((name) => ({ value: name, label: name })),
      ]}
    />
  );
}
