export const LIST_PATH = '/quality';
/** The list of all exceptions. */
export const ALL_PATH = '/quality/all';
export const DEPUTY_PATH = '/quality/deputy';
export const ANALYSIS_PATH = '/quality/analysis';
export const PUNISH_PATH = '/quality/punish';

export const getExceptionPath = (id: number): string => `${LIST_PATH}/${id}`;
