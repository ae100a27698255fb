/** The list of master plans. */
export const PLANS_PATH = '/plan/MasterPlan';
/** The page of the master plan nodes that wait for the user. */
export const WAITING_PLANS_PATH = `${PLANS_PATH}/waiting`;

export const getPlanPath = (id: number): string => `${PLANS_PATH}/${id}`;
