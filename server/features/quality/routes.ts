import { number, ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { cancelException } from './cancel.ts';
import { commentException } from './comment.ts';
import { listReminders } from './countersign/list-reminders.ts';
import { lookAtException } from './countersign/look.ts';
import { proposeSigners } from './countersign/propose-signers.ts';
import { remindSigners } from './countersign/remind.ts';
import { confirmSigner, signException } from './countersign/sign.ts';
import { decidePenalty } from './decide-penalty.ts';
import { determineException } from './determine.ts';
import {
  COMMENT_FIELDS,
  DETERMINED_FIELDS,
  EXCEPTION_FIELDS as f,
  REWARD_FIELDS,
  SIGNATURE_FIELDS,
} from './exception-fields.ts';
import { readHoldable } from './read-holdable.ts';
import { listOwnPenalties } from './list-own-penalties.ts';
import { readException } from './lock-exception.ts';
import { proposeReward } from './propose-reward.ts';
import { proposeLoss } from './propose-loss.ts';
import { raiseException } from './raise.ts';
import { readQualityDetail } from './read-detail.ts';
import { readQualityOverview } from './read-overview.ts';
import { traceException } from './trace.ts';

const penaltyId = ref('qualityPenalty', { required: true, label: 'qualityPenalty' });

/** Routes of quality exceptions that are written by hand. The routes that every entity has are generated. */
export const qualityRoutes: Route[] = [
  defineQuery({
    path: '/mes/quality/overview',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: ({ db, user }) => readQualityOverview(db, user),
  }),
  defineQuery({
    path: '/mes/quality/detail',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { id: f.id },
    run: ({ db, user, input }) => readQualityDetail(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/quality/holdable',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { processId: f.processId },
    run: ({ db, user, input }) => readHoldable(db, user, input.processId),
  }),
  defineQuery({
    path: '/mes/quality/proposedLoss',
    permission: 'QUALITY_DETERMINE',
    input: { id: f.id },
    run: async ({ db, user, input }) =>
      proposeLoss(db, user.factoryId, await readException(db, user.factoryId, input.id)),
  }),
  defineQuery({
    path: '/mes/quality/proposedSigners',
    permission: 'QUALITY_DETERMINE',
    input: {
      id: f.id,
      responsibleProcessId: DETERMINED_FIELDS.responsibleProcessId,
      rework: f.rework,
      scrap: f.scrap,
      lostCost: number({ min: 0 }),
    },
    run: async ({ db, user, input }) => ({ rows: await proposeSigners(db, user.factoryId, input) }),
  }),
  defineCommand({
    path: '/mes/quality/raise',
    permission: 'QUALITY_RAISE',
    allowsTerminals: true,
    input: {
      processId: f.processId,
      source: f.source,
      quantity: f.quantity,
      reportId: f.reportId,
      cardId: f.cardId,
      inspectionId: f.inspectionId,
      customerComplaint: f.customerComplaint,
      correctsId: f.correctsId,
      discoveryProcessId: f.discoveryProcessId,
      discovererId: f.discovererId,
      errorClassId: f.errorClassId,
      description: f.description,
      picture: f.picture,
    },
    run: ({ tx, user, input }) => raiseException(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/determine',
    permission: 'QUALITY_DETERMINE',
    input: {
      id: f.id,
      version: f.version,
      ...DETERMINED_FIELDS,
      description: f.description,
      rework: f.rework,
      concession: f.concession,
      scrap: f.scrap,
      people: f.people,
      signers: f.signers,
    },
    run: ({ tx, input }) => determineException(tx, input),
  }),
  defineCommand({
    path: '/mes/quality/sign',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: SIGNATURE_FIELDS,
    before: confirmSigner,
    run: signException,
  }),
  defineCommand({
    path: '/mes/quality/trace',
    permission: 'QUALITY_DETERMINE',
    input: {
      id: f.id,
      version: f.version,
      rootCause: f.rootCause,
      preventiveAction: f.preventiveAction,
      lostHours: f.lostHours,
      lostMaterialCost: f.lostMaterialCost,
      lostManufacturingCost: f.lostManufacturingCost,
      lossReason: f.lossReason,
      people: f.people,
      signers: f.signers,
    },
    run: ({ tx, input }) => traceException(tx, input),
  }),
  defineCommand({
    path: '/mes/quality/cancel',
    permission: ['QUALITY_DETERMINE', 'QUALITY_RAISE'],
    input: { id: f.id, version: f.version, cancelReason: f.cancelReason },
    run: ({ tx, user, input }) => cancelException(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/comment',
    permission: PRODUCTION_PERMISSION,
    input: COMMENT_FIELDS,
    run: ({ tx, input }) => commentException(tx, input),
  }),
  defineCommand({
    path: '/mes/quality/look',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { id: f.id, leaves: f.leaves },
    run: ({ tx, user, input }) => lookAtException(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/remind',
    permission: PRODUCTION_PERMISSION,
    input: { id: f.id },
    run: ({ tx, user, input }) => remindSigners(tx, user, input),
  }),
  defineQuery({
    path: '/mes/quality/reminders',
    permission: PRODUCTION_PERMISSION,
    input: {},
    run: async ({ db, user }) => ({ rows: await listReminders(db, user) }),
  }),
  defineCommand({
    path: '/mes/quality/punish/reward',
    permission: 'QUALITY_PUNISH',
    input: REWARD_FIELDS,
    run: ({ tx, user, input }) => proposeReward(tx, user, input),
  }),
  defineCommand({
    path: '/mes/quality/punish/change',
    permission: 'QUALITY_PUNISH',
    input: {
      id: penaltyId,
      version: f.version,
      amount: number({ required: true, min: 0, decimals: 2, label: 'penaltyAmount' }),
      reason: text({ required: true, max: 500 }),
    },
    run: ({ tx, user, input }) => decidePenalty(tx, user, 'changeAmount', input),
  }),
  defineCommand({
    path: '/mes/quality/punish/approve',
    permission: 'QUALITY_PUNISH',
    input: { id: penaltyId, version: f.version },
    run: ({ tx, user, input }) => decidePenalty(tx, user, 'approvePenalty', input),
  }),
  defineCommand({
    path: '/mes/quality/punish/refuse',
    permission: 'QUALITY_PUNISH',
    input: { id: penaltyId, version: f.version, reason: text({ required: true, max: 500 }) },
    run: ({ tx, user, input }) => decidePenalty(tx, user, 'refusePenalty', input),
  }),
  defineQuery({
    path: '/mes/quality/punish/mine',
    permission: SIGNED_IN_PERMISSION,
    input: {},
    run: async ({ db, user }) => ({ rows: await listOwnPenalties(db, user) }),
  }),
];
