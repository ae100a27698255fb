/** The list of the measures and corrective actions that wait for the user. */
export const CORRECTIVE_PATH = '/quality/corrective';
export const ALL_CORRECTIVES_PATH = `${CORRECTIVE_PATH}/all`;
export const MEASURES_PATH = `${CORRECTIVE_PATH}/measure`;

export const getCorrectivePath = (id: number): string => `${CORRECTIVE_PATH}/${id}`;
