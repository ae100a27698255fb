import type { Term } from '#shared/kernel/lang.ts';

/** The playback of recorded boards. */
export const playbackTerms = {
  playBack: ['回放', 'Play back', '回放', '再生'],
  playbackTime: ['回放时间', 'Playback time', '回放時間', '再生時刻'],
  playbackFrom: ['开始时间', 'From', '開始時間', '開始時刻'],
  playbackUntil: ['结束时间', 'Until', '結束時間', '終了時刻'],
  playbackNotLive: [
    '录像，非实时',
    'Recording, not live',
    '錄影，非即時',
    '記録の再生（ライブではありません）',
  ],
  playbackOf: ['{{time}} 的画面', 'As of {{time}}', '{{time}} 的畫面', '{{time}} の画面'],
  backToLive: ['返回实时', 'Back to live', '返回即時', 'ライブに戻る'],
  play: ['播放', 'Play', '播放', '再生'],
  pause: ['暂停', 'Pause', '暫停', '一時停止'],
  playbackSpeed: ['播放速度', 'Playback speed', '播放速度', '再生速度'],
  goBackBy: ['后退{{span}}', 'Back {{span}}', '後退{{span}}', '{{span}}戻る'],
  goForwardBy: ['前进{{span}}', 'Forward {{span}}', '前進{{span}}', '{{span}}進む'],
  tenSeconds: ['10 秒', '10 s', '10 秒', '10 秒'],
  oneMinute: ['1 分钟', '1 min', '1 分鐘', '1 分'],
  goToTime: ['转到时间', 'Go to', '前往時間', '時刻を指定'],
  playbackPosition: ['回放位置', 'Position in the recording', '回放位置', '再生位置'],
  shownSpan: ['显示时段', 'Shown span', '顯示時段', '表示範囲'],
  spanHours: ['{{hours}} 小时', '{{hours}} h', '{{hours}} 小時', '{{hours}} 時間'],
  notRecorded: ['此时没有录像', 'Not recorded at this time', '此時沒有錄影', 'この時刻は記録されていません'],
  tooLargeToRecord: [
    '数据量过大，未录像',
    'Not recorded: too much data',
    '資料量過大，未錄影',
    'データが多すぎるため記録されていません',
  ],
  loadingRecording: ['正在读取录像', 'Loading the recording', '正在讀取錄影', '記録を読み込んでいます'],
  recordingUnreachable: [
    '无法读取录像，正在重试',
    'The recording cannot be read; trying again',
    '無法讀取錄影，正在重試',
    '記録を読み込めません。再試行しています',
  ],
  layoutNotKept: [
    '当时的版面已不保留，按最早保留的版面显示',
    'The layout of that time is not kept; this is the oldest one',
    '當時的版面已不保留，按最早保留的版面顯示',
    '当時のレイアウトは残っていないため、最も古いもので表示しています',
  ],
  recordingsKept: [
    '录像保留 {{days}} 天',
    'Recordings are kept for {{days}} days',
    '錄影保留 {{days}} 天',
    '記録は {{days}} 日間保存されます',
  ],
} as const satisfies Record<string, Term>;
