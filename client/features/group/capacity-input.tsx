import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { GroupCapacity } from '#shared/answers/group-capacity.ts';
import { call } from '#client/kit/wire/call.ts';
import { CellInput } from '#client/kit/fields/cell-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';

const CAPACITY_KIND_BY_FIELD = {
  normalCapacity: 'normal',
  maximumCapacity: 'maximum',
  budgetCapacity: 'budget',
} as const;

const collectIds = (lines: unknown, column: string): number[] => [
  ...new Set(
    ((lines ?? []) as Record<string, unknown>[])
      .map((line) => line[column])
      .filter((id): id is number => typeof id === 'number'),
  ),
];

/**
 * Edits a capacity of a work group, and shows the total capacities of the people and of the devices in
 * the form, even before the form is saved.
 */
export function CapacityInput(props: InputProps) {
  const t = useT();
  const { values } = useEnclosingForm();
  const params = {
    employeeIds: collectIds(values['staff'], 'employeeId'),
    deviceIds: collectIds(values['equipment'], 'deviceId'),
  };
  const { data } = useQuery({
    queryKey: queryKeys.entity('workGroup', 'capacity', params),
    queryFn: ({ signal }) => call<GroupCapacity>('/mes/system/basic/group/capacity', params, { signal }),
    enabled: params.employeeIds.length + params.deviceIds.length > 0,
    placeholderData: keepPreviousData,
  });
  const kind = CAPACITY_KIND_BY_FIELD[props.name as keyof typeof CAPACITY_KIND_BY_FIELD];
  const formatHours = (hours: number | null) => (hours === null ? '—' : formatNumber(hours, 1));
  return (
    <>
      <CellInput {...props} />
      {data && kind && (
        <div className="field-note">
          {t('ofResources', {
            devices: formatHours(data.devices[kind]),
            people: formatHours(data.people[kind]),
          })}
        </div>
      )}
    </>
  );
}
