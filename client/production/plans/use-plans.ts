import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type {
  MasterPlanDetail,
  PlanNotice,
  PlanStanding,
  WaitingNode,
} from '#shared/planning/master-plan/plan-answer.ts';
import type { Form } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

export const PLAN_API_PATH = '/mes/plan/master';
/** The entities whose changes trigger a new read, and the minimum time between two reads in ms. */
const PLAN_META = {
  watches: ['masterPlan', 'masterPlanNode', 'process', 'workOrder', 'project', 'holiday'],
  pace: 2000,
};

/** Reads a plan with the days of its nodes. The data reloads when it changes. */
export const usePlan = (id: number) =>
  useQuery({
    queryKey: queryKeys.entity('masterPlan', 'detail', id),
    queryFn: ({ signal }) => call<MasterPlanDetail>(`${PLAN_API_PATH}/detail`, { id }, { signal }),
    meta: PLAN_META,
  });

/** The order or the project to which plans belong. If both are absent, all plans are meant. */
export interface PlanSubject {
  orderId?: number;
  projectId?: number;
}

/** Reads the standings of the newest plans of one order or project, or of the whole factory. */
export const usePlanStandings = (subject: PlanSubject = {}) =>
  useQuery({
    queryKey: queryKeys.entity('masterPlan', 'standings', subject),
    queryFn: ({ signal }) =>
      call<{ rows: (PlanStanding & { name: string })[] }>(
        `${PLAN_API_PATH}/standings`,
        { ...subject },
        { signal },
      ),
    meta: PLAN_META,
  });

/** Reads the master plan nodes that wait for the user, and the notices about confirmations by others. */
export const useWaitingPlans = () =>
  useQuery({
    queryKey: queryKeys.entity('masterPlan', 'waiting'),
    queryFn: ({ signal }) =>
      call<{ rows: WaitingNode[]; notices: PlanNotice[] }>(`${PLAN_API_PATH}/waiting`, {}, { signal }),
    meta: PLAN_META,
  });

/** Sends the call of a form about a plan. After success it shows the message and closes the dialog. */
export function usePlanCommand<M extends FieldMap>(form: Form<M>, onClose: () => void) {
  const client = useQueryClient();
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const submit = async <A>(verb: string, fields: Record<string, unknown>, message: string) => {
    const answer = await sendCommand<A>(`${PLAN_API_PATH}/${verb}`, fields);
    // After a refusal, the data is read again too, because another user may have changed the plan.
    await client.invalidateQueries({ queryKey: queryKeys.entity('masterPlan') });
    if (!answer) return null;
    showSuccess(message);
    onClose();
    return answer;
  };
  return { submit, busy, refusal };
}
