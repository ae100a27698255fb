import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { useT } from '#client/kit/words/t.ts';
import { SCHEDULE_VIEWS, type PlanSettings, type ScheduleView } from './use-plan-settings.ts';

/** The props of both views of the page. */
export interface ScheduleViewProps {
  settings: PlanSettings;
  change: (changes: Partial<PlanSettings>) => void;
}

/** Switches between the view of plans that can be applied and the view of scenarios. */
export function ScheduleViewSwitch({
  view,
  change,
}: { view: ScheduleView } & Pick<ScheduleViewProps, 'change'>) {
  const t = useT();
  return (
    <div className="page-views">
      <ChoiceSwitch
        label={t('cycleSchedule')}
        choices={SCHEDULE_VIEWS}
        value={view}
        onChange={(next) => change({ view: next })}
      />
    </div>
  );
}
