import { defineEntity } from '#shared/kernel/entity.ts';
import { ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/**
 * Work on a part that its routing does not plan, with the reason for it. People report it on a task of its own, so that
 * its time and its cost count, and the ledgers of the processes do not change.
 */
export const extraProcess = defineEntity({
  name: 'extraProcess',
  path: '/mes/report/extraProcess',
  permission: 'PRODUCTION',
  shownAs: 'reason',
  sort: 'reason',
  topic: 'report',
  verbs: [],
  fields: {
    taskId: ref('task', { required: true }),
    partId: ref('part', { required: true }),
    craftId: ref('craft', { required: true }),
    workGroupId: ref('workGroup', { required: true }),
    reasonId: classificationRef('extraProcessReason'),
    /** Why the work is done, as it was given: the name of the chosen reason at that time, and what was added to it. */
    reason: text({ required: true, max: 310 }),
    /** The report that finished it; null while more work can be reported. */
    finishedById: ref('workReport', { label: 'finished' }),
  },
});
