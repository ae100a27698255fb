import { InputGroup } from '@blueprintjs/core';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { RATIO_TOTAL_PERCENT } from '#shared/rules/report-limits.ts';
import { Chip } from '#client/kit/elements/chip.tsx';
import { Combobox } from '#client/kit/fields/combobox.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useReferencesById } from '#client/kit/wire/references.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';

/** A person of a report. If nobody has a ratio, all people have equal shares of the work. */
export interface ReportPerson {
  employeeId: number;
  ratio: unknown;
  labels?: { employeeId?: string };
}

/** Chooses the people of a report. Two or more people can have different shares of the work. */
export function PeopleInput({ id, value, onChange, invalid, describedBy, disabled, autoFocus }: InputProps) {
  const t = useT();
  const user = useUser();
  const people = Array.isArray(value) ? (value as ReportPerson[]) : [];
  const employeeIdsWithoutName = people
    .filter((person) => !person.labels?.employeeId)
    .map((person) => person.employeeId);
  const { data } = useReferencesById('employee', employeeIdsWithoutName);
  const getPersonName = (person: ReportPerson) =>
    person.labels?.employeeId ?? data?.find((row) => row.id === person.employeeId)?.label ?? '…';
  const ratios = people.map((person) => Number(person.ratio ?? 0) || 0);
  const hasRatios = people.length > 1 && ratios.some((ratio) => ratio > 0);
  const total = addQuantities(...ratios);
  // A user who may report only their own work cannot remove themselves.
  const mayRemove = (person: ReportPerson) =>
    !disabled && (hasPermission(user, 'TASK_REPORT_TEAM') || person.employeeId !== user.employeeId);
  return (
    <div className="people-input">
      <ul>
        {people.map((person, index) => (
          <li key={person.employeeId}>
            <Chip
              text={getPersonName(person)}
              onRemove={
                mayRemove(person) ? () => onChange(people.filter((other) => other !== person)) : undefined
              }
            />
            {people.length > 1 && (
              <InputGroup
                className="number-input ratio-input"
                inputMode="decimal"
                placeholder={t('equalPart')}
                aria-label={t('ratioOf', { name: getPersonName(person) })}
                value={person.ratio === null || person.ratio === undefined ? '' : String(person.ratio)}
                disabled={disabled ?? false}
                rightElement={<span className="ratio-unit">%</span>}
                onChange={(event) =>
                  onChange(
                    people.map((other, otherIndex) =>
                      otherIndex === index ? { ...other, ratio: event.target.value || null } : other,
                    ),
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      {hasRatios && (
        <p className={total === RATIO_TOTAL_PERCENT ? 'ratio-sum' : 'ratio-sum ratio-wrong'}>
          {t('ratioTotal', { total: formatNumber(total), whole: RATIO_TOTAL_PERCENT })}
        </p>
      )}
      <Combobox
        id={id}
        entity="employee"
        chosenName=""
        placeholder={t('addPerson')}
        excludedIds={people.map((person) => person.employeeId)}
        onPick={(row) =>
          onChange([...people, { employeeId: row.id, ratio: null, labels: { employeeId: row.label } }])
        }
        invalid={invalid}
        describedBy={describedBy}
        disabled={disabled}
        autoFocus={autoFocus}
      />
    </div>
  );
}
