import { qualityExceptionFields } from '#shared/entities/quality-form-fields.ts';
import { responsiblePeopleField } from '#shared/entities/responsible-people.ts';
import { classificationRef } from '#shared/entities/classification-ref.ts';
import { choice, flag, lines, number, password, quantity, ref, text } from '#shared/kernel/fields.ts';
import { HOLD_SOURCES } from '#shared/ledger/quality.ts';
import { MIN_REWARD } from '#shared/quality/penalty.ts';
import { SIGNATURE_RESULTS } from '#shared/machines/quality-exception.ts';

const makeMoneyField = (label: 'lostMaterialCost' | 'lostManufacturingCost') =>
  number({ required: true, min: 0, label });

/** The input fields of the routes of quality exceptions. Each route uses some of them. */
export const EXCEPTION_FIELDS = {
  id: ref('qualityException', { required: true, label: 'qualityException' }),
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  processId: ref('process', { required: true, label: 'heldAtProcess' }),
  source: choice(HOLD_SOURCES, { required: true, label: 'heldFrom' }),
  quantity: quantity({ required: true, min: 0.0001, label: 'heldQuantity' }),
  reportId: ref('workReport', { label: 'workReport' }),
  cardId: ref('card', { label: 'card' }),
  inspectionId: ref('inspection'),
  customerComplaint: flag(),
  correctsId: ref('qualityException', { label: 'correctsException' }),
  ...qualityExceptionFields,
  rework: quantity({ initial: 0, label: 'handledByRework' }),
  concession: quantity({ initial: 0, label: 'handledByConcession' }),
  scrap: quantity({ initial: 0, label: 'handledByScrap' }),
  people: responsiblePeopleField,
  signers: lines({ employeeId: ref('employee', { required: true, label: 'signer' }) }, { max: 30 }),
  rootCause: text({ required: true, max: 1000 }),
  preventiveAction: text({ max: 1000 }),
  lostHours: number({ required: true, min: 0 }),
  lostMaterialCost: makeMoneyField('lostMaterialCost'),
  lostManufacturingCost: makeMoneyField('lostManufacturingCost'),
  lossReason: text({ max: 500 }),
  cancelReason: text({ required: true, max: 500 }),
  comment: text({ required: true, max: 1000, label: 'exceptionComment' }),
  leaves: flag({ label: 'leavesException' }),
} as const;

export const COMMENT_FIELDS = {
  id: EXCEPTION_FIELDS.id,
  comment: EXCEPTION_FIELDS.comment,
  picture: EXCEPTION_FIELDS.picture,
} as const;

/** The fields that must be selected to determine an exception (specification §5). */
export const DETERMINED_FIELDS = {
  responsibleProcessId: ref('process', { required: true, label: 'responsibleProcess' }),
  discoveryProcessId: ref('process', { required: true, label: 'discoveryProcess' }),
  discovererId: ref('employee', { required: true, label: 'discoverer' }),
  errorClassId: classificationRef('errorClass', { required: true }),
} as const;

export const REWARD_FIELDS = {
  exceptionId: EXCEPTION_FIELDS.id,
  employeeId: ref('employee', { required: true, label: 'rewardedPerson' }),
  amount: number({ required: true, min: MIN_REWARD, decimals: 2, label: 'penaltyAmount' }),
  reason: text({ required: true, max: 500 }),
} as const;

export const SIGNATURE_FIELDS = {
  id: EXCEPTION_FIELDS.id,
  roundId: number({
    required: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    decimals: 0,
    label: 'countersignRound',
  }),
  documentHash: text({ required: true, max: 64, label: 'signedDocument' }),
  signerId: ref('employee', { required: true, label: 'signer' }),
  result: choice(SIGNATURE_RESULTS, { required: true, label: 'signatureResult' }),
  comment: text({ max: 500, label: 'signatureComment' }),
  password: password({ max: 200, label: 'signaturePassword' }),
  pin: text({ max: 20 }),
} as const;
