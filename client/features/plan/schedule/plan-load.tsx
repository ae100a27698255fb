import type { Load } from '#shared/planning/engine/proposal.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { CELL_STYLES } from '#client/production/capacity/cell-style.ts';
import type { CellState } from '#shared/planning/load-columns.ts';
import type { PlanNames } from './plan-names.ts';
import { formatMinutes } from './plan-words.ts';

const SHOWN_DAYS = 14;

interface LoadRow {
  readonly key: string;
  readonly name: string;
  readonly load: Load;
}

function getCellState(planned: number, available: number): CellState {
  if (planned === 0) return 'free';
  if (available === 0) return 'noCapacity';
  // A full day is no problem, because a plan tries to fill the days. Only appointments can exceed the capacity.
  return planned > available ? 'overloaded' : 'hasRoom';
}

/** Shows the percentage of the capacity of machines and people that a plan uses on each of the next days. */
export function PlanLoad({ names, groupId }: { names: PlanNames; groupId: number | null }) {
  const t = useT();
  const { plan } = names;
  const days = plan.days.slice(0, SHOWN_DAYS);
  const rows: LoadRow[] = [
    ...plan.machineLoad
      .filter(({ id }) => groupId === null || names.machines.get(id)?.workGroupId === groupId)
      .map((load) => ({ key: `machine ${load.id}`, name: names.nameMachine(load.id), load })),
    ...plan.peopleLoad
      .filter(({ id }) => groupId === null || id === groupId)
      .map((load) => ({
        key: `people ${load.id}`,
        name: `${names.nameGroup(load.id)} · ${t('people')}`,
        load,
      })),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
    <div className="plan-load" tabIndex={0} role="region" aria-label={t('planLoad')}>
      <table className="plain-table">
        <TableHead
          heads={[
            t('device'),
            ...days.map((day) => ({ words: day, className: 'figure', content: day.slice(5) })),
          ]}
        />
        <tbody>
          {rows.map(({ key, name, load }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {days.map((day, index) => {
                const planned = load.planned[index] ?? 0;
                const available = load.available[index] ?? 0;
                const { tone, shape, term } = CELL_STYLES[getCellState(planned, available)];
                return (
                  <td
                    key={day}
                    className={`figure state-${tone}`}
                    title={`${formatMinutes(planned)} / ${formatMinutes(available)} · ${t(term)}`}
                  >
                    {planned === 0 ? (
                      <span className="nothing">{available === 0 ? '–' : '0%'}</span>
                    ) : (
                      <>
                        <span className="load-shape" aria-hidden="true">
                          {shape}
                        </span>
                        {available === 0
                          ? t('noCapacity')
                          : `${formatNumber((planned / available) * 100, 0)}%`}
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
