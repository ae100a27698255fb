import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, file, text } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { GUIDE_AREAS } from '#shared/answers/guide.ts';

/**
 * A factory's own guide text for the pages of one area in one language. The question mark on these pages
 * opens the text.
 */
export const guideBook = defineEntity({
  name: 'guideBook',
  path: '/mes/system/guideBook',
  permission: 'SYSTEM_PARAM_SETTING_GUIDE_BOOK',
  shownAs: 'title',
  sort: 'area',
  filters: ['area', 'language'],
  fields: {
    area: choice(GUIDE_AREAS, { required: true, label: 'guideArea' }),
    language: choice(LANGS, { required: true }),
    title: text({ required: true, max: 100, label: 'guideTitle' }),
    body: text({ required: true, max: 8000, label: 'guideBody' }),
    attachment: file(),
  },
});

export const guideBookTerms = {
  guideBook: ['使用说明', 'Guide', '使用說明', 'ガイド'],
  guideArea: ['适用页面', 'Pages', '適用頁面', '対象ページ'],
  guideTitle: ['标题', 'Title', '標題', 'タイトル'],
  guideBody: ['正文', 'Text', '內文', '本文'],
  attachment: ['附件', 'Attachment', '附件', '添付ファイル'],
} as const;
