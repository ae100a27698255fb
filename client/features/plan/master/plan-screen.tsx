import { useRecordId } from '#client/kit/pages/record-id.ts';
import { RecordWaiting } from '#client/kit/pages/record-waiting.tsx';
import { PLANS_PATH } from '#client/production/plans/plan-paths.ts';
import { usePlan } from '#client/production/plans/use-plans.ts';
import { PlanPage } from './plan-page.tsx';

/** Shows one master plan. */
export function PlanScreen() {
  const id = useRecordId();
  const plan = usePlan(id);
  if (plan.data) return <PlanPage key={id} plan={plan.data} />;
  return <RecordWaiting queries={[plan]} listPath={PLANS_PATH} />;
}
