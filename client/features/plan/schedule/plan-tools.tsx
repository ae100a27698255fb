import { HTMLSelect } from '@blueprintjs/core';
import type { TermKey } from '#shared/terms/index.ts';
import { useT } from '#client/kit/words/t.ts';
import { GANTT_COLOURINGS, type GanttColouring, type GanttTone } from './chart/gantt-palette.ts';
import { GANTT_AXES, type GanttAxis } from './chart/gantt-rows.ts';
import type { PlanNames } from './plan-names.ts';

interface Props {
  axis: GanttAxis;
  colouring: GanttColouring;
  groupId: number | null;
  names: PlanNames;
  hasPresentPlan: boolean;
  onAxis: (axis: GanttAxis) => void;
  onColouring: (colouring: GanttColouring) => void;
  onGroup: (groupId: number | null) => void;
}

const LEGENDS: Readonly<Record<GanttColouring, readonly [GanttTone, TermKey][]>> = {
  byLateness: [
    ['late', 'operationsLate'],
    ['tight', 'operationsTight'],
    ['on-time', 'operationsOnTime'],
    ['no-due', 'operationsWithoutDue'],
  ],
  byOperationState: [
    ['running', 'processing'],
    ['held', 'unfinished'],
    ['ready', 'received'],
    ['waiting', 'notStarted'],
  ],
  byOrderColour: [],
};

/** Inputs for what the rows of the chart stand for, the shown group and the meaning of the colours, with a legend. */
export function PlanTools(props: Props) {
  const { axis, colouring, groupId, names, hasPresentPlan, onAxis, onColouring, onGroup } = props;
  const t = useT();
  return (
    <>
      <label className="gantt-choice">
        <span>{t('rowsBy')}</span>
        <HTMLSelect
          value={axis}
          options={GANTT_AXES.map((value) => ({ value, label: t(value) }))}
          onChange={(event) => onAxis(event.target.value as GanttAxis)}
        />
      </label>
      <label className="gantt-choice">
        <span>{t('workGroup')}</span>
        <HTMLSelect
          value={groupId ?? ''}
          options={[
            { value: '', label: t('allGroups') },
            ...names.plan.groups.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => onGroup(event.target.value === '' ? null : Number(event.target.value))}
        />
      </label>
      <label className="gantt-choice">
        <span>{t('colouredBy')}</span>
        <HTMLSelect
          value={colouring}
          options={GANTT_COLOURINGS.map((value) => ({ value, label: t(value) }))}
          onChange={(event) => onColouring(event.target.value as GanttColouring)}
        />
      </label>
      <ul className="gantt-legend">
        {LEGENDS[colouring].map(([tone, term]) => (
          <li key={tone}>
            <span className={`gantt-key is-${tone}`} aria-hidden="true" />
            {t(term)}
          </li>
        ))}
        {hasPresentPlan && (
          <li>
            <span className="gantt-key is-present" aria-hidden="true" />
            {t('presentPlace')}
          </li>
        )}
      </ul>
    </>
  );
}
