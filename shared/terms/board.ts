import type { Term } from '#shared/kernel/lang.ts';

/** Boards and walls: the status of a screen, and the terms of its widgets. */
export const boardTerms = {
  mainHall: ['生产总览', 'Production overview', '生產總覽', '生産状況'],
  leaveWall: ['离开大屏', 'Exit wall display', '離開看板', 'ボードを閉じる'],
  fullScreen: ['全屏', 'Full screen', '全螢幕', '全画面'],

  ageOfPicture: ['{{age}}前', '{{age}}', '{{age}}前', '{{age}}前'],
  catchingUp: ['正在补齐', 'Catching up', '正在補齊', '追いつき中'],
  waitingForData: ['等待数据', 'Waiting for data', '等待資料', 'データ待ち'],
  unknownWidget: [
    '没有“{{type}}”这种组件',
    'There is no widget “{{type}}”',
    '沒有「{{type}}」這種元件',
    '「{{type}}」という部品はありません',
  ],
  widgetSettingsWrong: [
    '“{{title}}”的设置不正确',
    'The settings of “{{title}}” are not right',
    '「{{title}}」的設定不正確',
    '「{{title}}」の設定が正しくありません',
  ],
  widgetFailed: [
    '显示出错，正在重试',
    'Cannot be shown, trying again',
    '顯示出錯，正在重試',
    '表示できません。再試行しています',
  ],
  tileNotReadable: [
    '此处内容无法读取',
    'What was here cannot be read',
    '此處內容無法讀取',
    'ここの内容を読み取れません',
  ],
  pageSeconds: ['翻页间隔', 'Seconds per page', '翻頁間隔', 'ページ切替'],

  outputToday: ['今日产量', 'Output today', '今日產量', '本日の出来高'],
  withoutGroup: ['未分班组', 'No group', '未分組別', '班なし'],

  noReportsYet: ['还没有报工', 'No reports yet', '還沒有報工', 'まだ実績はありません'],
} as const satisfies Record<string, Term>;
