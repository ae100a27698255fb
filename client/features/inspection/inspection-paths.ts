/** The list of due inspections. */
export const TESTING_PATH = '/quality/testing';
/** The list of all inspections. */
export const ALL_INSPECTIONS_PATH = '/quality/testing/all';
/** The control charts. */
export const SPC_PATH = '/quality/testing/spc';

export const getInspectionPath = (id: number): string => `${TESTING_PATH}/${id}`;
