import { formatRowId } from '#client/crud/pages/row-address.ts';

export const GAUGES_PATH = '/quality/gauge';
export const CALIBRATIONS_PATH = '/quality/gaugeCalibration';
export const STUDIES_PATH = '/quality/gaugeStudy';

export const getGaugePath = (gaugeId: number): string =>
  `${GAUGES_PATH}/edit/${formatRowId({ id: gaugeId })}`;
export const getStudyPath = (id: number): string => `${STUDIES_PATH}/${id}`;
