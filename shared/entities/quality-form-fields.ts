import { file, quantity, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/** The fields for raising a quality exception (specification §5). */
export const qualityExceptionFields = {
  processId: ref('process', { required: true, label: 'responsibleProcess' }),
  discoveryProcessId: ref('process', { label: 'discoveryProcess' }),
  discovererId: ref('employee', { label: 'discoverer' }),
  rework: quantity({ initial: 0 }),
  concession: quantity({ initial: 0 }),
  scrap: quantity({ initial: 0 }),
  errorClassId: classificationRef('errorClass'),
  description: text({ max: 1000 }),
  picture: file(),
} as const;
