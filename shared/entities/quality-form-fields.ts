import { file, ref, text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/** The fields for raising a quality exception that a factory can hide or require. */
export const qualityExceptionFields = {
  discoveryProcessId: ref('process', { label: 'discoveryProcess' }),
  discovererId: ref('employee', { label: 'discoverer' }),
  errorClassId: classificationRef('errorClass'),
  description: text({ max: 1000, label: 'exceptionDescription' }),
  picture: file({ label: 'exceptionPicture' }),
} as const;
