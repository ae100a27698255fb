import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { beginStudy } from './begin.ts';
import { cancelStudy, concludeStudy } from './end-study.ts';
import { enterStudyRuns } from './enter-runs.ts';
import { readStudyDetail } from './read-detail.ts';
import { STUDY_FIELDS as f } from './study-fields.ts';

/** Routes of gauge studies that are written by hand. The routes that every entity has are generated. */
export const gaugeStudyRoutes: Route[] = [
  defineQuery({
    path: '/mes/quality/gaugeStudy/detail',
    permission: PRODUCTION_PERMISSION,
    input: { id: f.id },
    run: ({ db, user, input }) => readStudyDetail(db, user.factoryId, input.id),
  }),
  defineCommand({
    path: '/mes/quality/gaugeStudy/begin',
    permission: 'QUALITY_GAUGE_MODIFY',
    input: {
      gaugeId: f.gaugeId,
      characteristic: f.characteristic,
      unit: f.unit,
      decimals: f.decimals,
      lowerLimit: f.lowerLimit,
      upperLimit: f.upperLimit,
      appraiserIds: f.appraiserIds,
      partCount: f.partCount,
      trialCount: f.trialCount,
    },
    run: ({ tx, user, input }) => beginStudy(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/gaugeStudy/enter',
    permission: 'QUALITY_INSPECT',
    input: { id: f.id, values: f.values },
    run: ({ tx, user, input }) => enterStudyRuns(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/gaugeStudy/conclude',
    permission: 'QUALITY_GAUGE_MODIFY',
    input: { id: f.id, version: f.version },
    run: ({ tx, input }) => concludeStudy(tx, input),
  }),
  defineCommand({
    path: '/mes/quality/gaugeStudy/cancel',
    permission: 'QUALITY_GAUGE_MODIFY',
    input: { id: f.id, version: f.version, reason: f.reason },
    run: ({ tx, input }) => cancelStudy(tx, input),
  }),
];
