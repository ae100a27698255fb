import { defineEntity } from '#shared/kernel/entity.ts';
import { ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/**
 * Work on a part that its routing does not plan, with the reason for the work. Each extra process has its own
 * task. People report on the task, so that time and cost count, and the ledgers of the processes do not
 * change.
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
    /**
     * The reason for the work as it was entered: the name that the chosen reason had at that time, and the
     * text that the person added.
     */
    reason: text({ required: true, max: 310 }),
    /** The report that finished the extra process; null while more work can be reported. */
    finishedById: ref('workReport', { label: 'finished' }),
  },
});
