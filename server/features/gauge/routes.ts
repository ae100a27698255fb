import { defineCommand, type Route } from '../../call/route.ts';
import { calibrateGauge } from './calibrate.ts';
import { CALIBRATION_FIELDS } from './calibration-fields.ts';

/** Routes of gauges that are written by hand. The routes that every entity has are generated. */
export const gaugeRoutes: Route[] = [
  defineCommand({
    path: '/mes/quality/gauge/calibrate',
    permission: 'QUALITY_GAUGE_MODIFY',
    input: CALIBRATION_FIELDS,
    run: ({ tx, user, input }) => calibrateGauge(tx, user, input),
  }),
];
