import { useQuery } from '@tanstack/react-query';
import type { TerminalPerson } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import type { IdentifiedPerson } from './identified-people.ts';

interface Props {
  workGroupId: number | null;
  worker: IdentifiedPerson;
  /** The ids of the chosen people; null for the whole team. */
  value: readonly number[] | null;
  onChange: (employeeIds: readonly number[] | null) => void;
}

/** Lets a worker report for the whole team, or choose people of the team one by one. The worker is always chosen. */
export function TeamChoice({ workGroupId, worker, value, onChange }: Props) {
  const t = useT();
  const { data } = useQuery({
    queryKey: queryKeys.entity('employee', 'terminal', { as: worker.token }),
    queryFn: ({ signal }) =>
      call<TerminalPerson[]>('/mes/terminal/people', {}, { signal, workerToken: worker.token }),
  });
  const colleagues = (data ?? []).filter(
    (person) => person.workGroupId === workGroupId && person.employeeId !== worker.employeeId,
  );
  if (colleagues.length === 0) return null;
  const togglePerson = (id: number) => {
    const chosenIds = value ?? [worker.employeeId];
    onChange(chosenIds.includes(id) ? chosenIds.filter((other) => other !== id) : [...chosenIds, id]);
  };
  return (
    <fieldset className="floor-choices">
      <legend>{t('reportedFor')}</legend>
      <button type="button" aria-pressed={value === null} onClick={() => onChange(null)}>
        {t('wholeTeam')}
      </button>
      <button type="button" aria-pressed={value?.length === 1} onClick={() => onChange([worker.employeeId])}>
        {worker.name}
      </button>
      {colleagues.map(({ employeeId, name }) => (
        <button
          key={employeeId}
          type="button"
          aria-pressed={value?.includes(employeeId) ?? false}
          onClick={() => togglePerson(employeeId)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
