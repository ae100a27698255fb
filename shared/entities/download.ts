import { defineEntity } from '#shared/kernel/entity.ts';
import { file, number, text } from '#shared/kernel/fields.ts';

/** A file that a factory offers for download: an offline tool, a driver, a form to print. */
export const download = defineEntity({
  name: 'download',
  path: '/mes/download',
  permission: { read: 'SIGNED_IN', write: 'SYSTEM_DOWNLOAD' },
  shownAs: 'name',
  sort: 'name',
  verbs: ['page', 'get', 'save', 'delete'],
  derived: ['fileName', 'bytes', 'sha256'],
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    versionName: text({ max: 40 }),
    note: text({ max: 1000 }),
    /** The file. It is null until a file is uploaded. */
    fileId: file({ label: 'storedFile' }),
    fileName: text({ max: 255 }),
    bytes: number({ min: 0, decimals: 0, initial: 0 }),
    /** The checksum with which users verify the downloaded file. */
    sha256: text({ max: 64, label: 'checksum' }),
  },
});
