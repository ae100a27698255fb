import type { Term } from '#shared/kernel/lang.ts';

/** Screens on walls: pairing, commands and playlists. */
export const wallTerms = {
  'act.pair': ['配对屏幕', 'Paired', '配對螢幕', '画面を接続'],
  'act.revoke': ['解除配对', 'Access revoked', '解除配對', '接続を解除'],
  boardSources: ['看板数据来源', 'Sources of the board', '看板資料來源', 'ボードのデータ元'],

  pairScreen: ['配对屏幕', 'Pair a screen', '配對螢幕', '画面を接続する'],
  pair: ['配对', 'Pair', '配對', '接続'],
  pairScreenAbout: [
    '在要上墙的浏览器中打开 {{address}}，输入屏幕上显示的配对码，或扫描屏幕上的二维码。',
    'Open {{address}} in the browser of the screen, then type the code that it shows, or scan its QR code.',
    '在要上牆的瀏覽器中開啟 {{address}}，輸入螢幕上顯示的配對碼，或掃描螢幕上的 QR 碼。',
    '大画面のブラウザーで {{address}} を開き、表示されたコードを入力するか、QR コードを読み取ってください。',
  ],
  pairingCode: ['配对码', 'Pairing code', '配對碼', '接続コード'],
  'error.pairingCodeUnknown': [
    '没有屏幕显示这个配对码，或配对码已过期。请核对屏幕上的配对码',
    'No screen shows this code, or it has expired. Check the code on the screen',
    '沒有螢幕顯示這個配對碼，或配對碼已過期。請核對螢幕上的配對碼',
    'このコードを表示している画面がないか、有効期限が切れています。画面のコードを確認してください',
  ],
  pairingFound: [
    '已找到显示此码的浏览器，地址 {{ip}}，{{time}} 打开。',
    'A browser at {{ip}} has shown this code since {{time}}.',
    '已找到顯示此碼的瀏覽器，位址 {{ip}}，{{time}} 開啟。',
    '{{ip}} のブラウザーが {{time}} からこのコードを表示しています。',
  ],
  pairingCheck: [
    '请确认这就是您面前的屏幕：配对后，任何人都能在它上面看到所选的看板。',
    'Make sure that it is the screen in front of you: everyone there will see what you choose.',
    '請確認這就是您面前的螢幕：配對後，任何人都能在它上面看到所選的看板。',
    '目の前の画面であることを確認してください。接続すると、その場の誰もがボードを見られます。',
  ],
  checkCode: ['核对配对码', 'Check the code', '核對配對碼', 'コードを確認'],
  registeredScreen: [
    '或选已登记的屏幕',
    'Or a registered screen',
    '或選已登記的螢幕',
    'または登録済みの画面',
  ],
  screenPaired: [
    '“{{name}}”已配对',
    '“{{name}}” is paired',
    '「{{name}}」已配對',
    '「{{name}}」を接続しました',
  ],
  pairAgain: ['换一台设备', 'Pair another device', '更換裝置', '別の端末を接続'],

  screenShows: ['显示内容', 'Shows', '顯示內容', '表示内容'],
  moveScreen: ['换看板', 'Change the board', '更換看板', 'ボードを変更'],
  identifyScreen: ['识别', 'Identify', '識別', '画面を識別'],
  identifySent: [
    '“{{name}}”将显示自己的名称 10 秒',
    '“{{name}}” shows its name for 10 seconds',
    '「{{name}}」將顯示自己的名稱 10 秒',
    '「{{name}}」が名前を 10 秒間表示します',
  ],
  reloadScreen: ['重新加载', 'Reload', '重新載入', '再読み込み'],
  reloadSent: [
    '“{{name}}”正在重新加载',
    '“{{name}}” is reloading',
    '「{{name}}」正在重新載入',
    '「{{name}}」を再読み込みしています',
  ],
  revokeScreen: ['解除配对', 'Revoke', '解除配對', '接続を解除'],
  revokeScreenTitle: [
    '解除“{{name}}”的配对？',
    'Revoke “{{name}}”?',
    '解除「{{name}}」的配對？',
    '「{{name}}」の接続を解除しますか',
  ],
  revokeScreenText: [
    '屏幕会立即停止显示看板，并显示新的配对码。',
    'The screen stops showing the board at once, and shows a new pairing code.',
    '螢幕會立即停止顯示看板，並顯示新的配對碼。',
    '画面は直ちにボードの表示をやめ、新しい接続コードを表示します。',
  ],
  screenRevoked: [
    '“{{name}}”已解除配对',
    '“{{name}}” is revoked',
    '「{{name}}」已解除配對',
    '「{{name}}」の接続を解除しました',
  ],
  secondsAgo: ['{{seconds}} 秒前', '{{seconds}} s ago', '{{seconds}} 秒前', '{{seconds}} 秒前'],

  wallPairTitle: [
    '此屏幕尚未配对',
    'This screen is not paired',
    '此螢幕尚未配對',
    'この画面はまだ接続されていません',
  ],
  wallPairText: [
    '在电脑或手机上打开“屏幕管理”，输入此码；或用手机扫描二维码。',
    'Open “Screens” on a computer or phone and type this code, or scan the QR code.',
    '在電腦或手機上開啟「螢幕管理」，輸入此碼；或用手機掃描 QR 碼。',
    'パソコンかスマートフォンで「大画面の管理」を開いてこのコードを入力するか、QR コードを読み取ってください。',
  ],
  wallCodeValid: [
    '有效至 {{time}}，之后自动更换',
    'Valid until {{time}}, then a new one appears',
    '有效至 {{time}}，之後自動更換',
    '{{time}} まで有効。その後は自動で切り替わります',
  ],
  wallWaits: ['正在连接服务器', 'Connecting to the server', '正在連線伺服器', 'サーバーに接続しています'],
  wallCannotPair: [
    '此服务器不支持屏幕配对，请登录后打开大屏看板',
    'This server cannot pair screens. Log in and open the wall display',
    '此伺服器不支援螢幕配對，請登入後開啟大螢幕看板',
    'このサーバーでは画面を接続できません。ログインして大画面ボードを開いてください',
  ],
  'empty.wallScreen': [
    '墙上的每块屏幕配对一次，之后显示您为它选的看板，无需登录。',
    'Pair each screen on a wall once. It then shows the board that you choose, without a log-in.',
    '牆上的每塊螢幕配對一次，之後顯示您為它選的看板，無需登入。',
    '壁の大画面を一度接続すると、ログインなしで、選んだボードを表示します。',
  ],
  'empty.playlist': [
    '轮播单让一块屏幕依次显示多个看板。',
    'A playlist lets a screen show several boards in turn.',
    '輪播清單讓一塊螢幕依序顯示多個看板。',
    '再生リストを使うと、一つの画面に複数のボードを順に表示できます。',
  ],
} as const satisfies Record<string, Term>;
