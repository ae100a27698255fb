import type { Term } from '#shared/kernel/lang.ts';

/** The headings of the menu. */
export const menuTerms = {
  dailyWork: ['日常工作', 'Work', '日常工作', '業務'],
  setUp: ['系统设置', 'Set-up', '系統設定', 'マスタ・設定'],
  organisation: ['组织人员', 'Organisation', '組織人員', '組織・人員'],
  productionResources: ['生产资源', 'Production resources', '生產資源', '生産資源'],
  workCalendar: ['工作日历', 'Work calendar', '工作日曆', '稼働カレンダー'],
  basicData: ['基础数据', 'Basic data', '基礎資料', '基礎データ'],
  settings: ['设置', 'Settings', '設定', '設定'],
} as const satisfies Record<string, Term>;
