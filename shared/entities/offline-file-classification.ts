import { defineEntity } from '#shared/kernel/entity.ts';
import { respectiveRegionRef } from './classification-ref.ts';
import { text } from '#shared/kernel/fields.ts';

/** A kind of external files, e.g. drawings or machine programs, and the region that uses these files. */
export const offlineFileClassification = defineEntity({
  name: 'offlineFileClassification',
  path: '/mes/system/offline/file/classify',
  permission: 'SYSTEM_OFFLINE_FILE',
  shownAs: 'name',
  sort: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    respective_region: respectiveRegionRef(),
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
