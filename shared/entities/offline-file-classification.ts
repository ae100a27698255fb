import { defineEntity } from '#shared/kernel/entity.ts';
import { number, text } from '#shared/kernel/fields.ts';

/** A kind of external files, e.g. drawings or machine programs, and the region that uses them. */
export const offlineFileClassification = defineEntity({
  name: 'offlineFileClassification',
  path: '/mes/system/offline/file/classify',
  permission: 'SYSTEM_OFFLINE_FILE',
  shownAs: 'name',
  sort: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    /** A word of the class `region`; 0 means all (specification §3). */
    respectiveRegion: number({ min: 0, max: 2_000_000_000, decimals: 0, initial: 0 }),
  },
});

export const offlineFileClassificationTerms = {
  offlineFileClassification: [
    '离线文件分类',
    'Offline file category',
    '離線檔案分類',
    'オフラインファイル分類',
  ],
  respectiveRegion: ['所属地区', 'Region', '所屬地區', '対象地域'],
} as const;
