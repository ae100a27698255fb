import { text } from '#shared/kernel/fields.ts';
import { classificationRef } from './classification-ref.ts';

/** The fields for the code and the names of a company. */
export const companyCodeAndNameFields = {
  code: text({ required: true, unique: true, max: 40 }),
  shortName: text({ required: true, max: 60 }),
  fullName: text(),
} as const;

/** The address and contact data of a company. */
export const companyContactFields = {
  address: text({ max: 400 }),
  regionId: classificationRef('region'),
  telephone: text({ max: 40 }),
  fax: text({ max: 40 }),
  mail: text({ max: 100 }),
} as const;
