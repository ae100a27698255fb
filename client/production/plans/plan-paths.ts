/** The list of master plans. */
export const PLANS_PATH = '/plan/MasterPlan';
/** What waits for the user in master plans. */
export const WAITING_PLANS_PATH = `${PLANS_PATH}/waiting`;

export const getPlanPath = (id: number): string => `${PLANS_PATH}/${id}`;
