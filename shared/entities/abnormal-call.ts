import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, file, flag, moment, ref, text } from '#shared/kernel/fields.ts';
import { CALL_STATES } from '#shared/machines/andon-call.ts';
import { classificationRef } from './classification-ref.ts';

/** A call for help from the shop floor (andon): the problem, the place, and who responded when. */
export const abnormalCall = defineEntity({
  name: 'abnormalCall',
  path: '/mes/andon/call',
  permission: 'PRODUCTION',
  shownAs: 'code',
  sort: '-raisedAt',
  topic: 'andon',
  verbs: ['page', 'get'],
  filters: ['state', 'typeId', 'workGroupId', 'deviceId', 'raisedAt'],
  fields: {
    code: text({ required: true, unique: true, max: 40, label: 'callCode' }),
    typeId: classificationRef('abnormalType', { required: true }),
    stops: flag(),
    processId: ref('process'),
    deviceId: ref('device'),
    workGroupId: ref('workGroup'),
    description: text({ max: 500 }),
    picture: file(),
    state: choice(CALL_STATES, { initial: 'raised', label: 'callState' }),
    raisedAt: moment({ required: true }),
    raisedById: ref('employee'),
    acknowledgedAt: moment(),
    acknowledgedById: ref('employee'),
    arrivedAt: moment(),
    arrivedById: ref('employee'),
    solvedAt: moment(),
    solvedById: ref('employee'),
    solution: text({ max: 500 }),
    cancelledAt: moment(),
    cancelReason: text({ max: 500 }),
  },
});
