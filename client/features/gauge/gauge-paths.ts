import { formatRowId } from '#client/crud/pages/row-address.ts';

export const GAUGES_PATH = '/quality/gauge';
export const CALIBRATIONS_PATH = `${GAUGES_PATH}/calibration`;
export const STUDIES_PATH = `${GAUGES_PATH}/study`;

export const getGaugePath = (gaugeId: number): string =>
  `${GAUGES_PATH}/edit/${formatRowId({ id: gaugeId })}`;
export const getStudyPath = (id: number): string => `${STUDIES_PATH}/${id}`;
