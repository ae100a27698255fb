import type { Term } from '#shared/kernel/lang.ts';

/**
 * The messages of refusals that concern any call, field or row, and of refused log-ins. They explain what
 * happened and what to do.
 */
export const errorTerms = {
  'error.notSignedIn': [
    '请登录后重试',
    'Please log in and retry',
    '請登入後重試',
    'ログインしてからもう一度お試しください',
  ],
  'error.noPermission': [
    '您没有执行此操作的权限',
    'You have no permission to perform this action',
    '您沒有執行此操作的權限',
    'この操作を行う権限がありません',
  ],
  'error.paramCheckFailed': [
    '参数校验失败，请确认不是非法访问',
    'Parameter check failed, confirm this is not illegal access',
    '參數校驗失敗，請確認不是非法存取',
    'パラメータの検証に失敗しました。不正なアクセスでないか確認してください',
  ],
  'error.timedOut': [
    '连接超时，请重试',
    'Connection timed out, retry',
    '連線逾時，請重試',
    '接続がタイムアウトしました。もう一度お試しください',
  ],
  'error.internal': [
    '操作失败，请重试(编号 {{requestLogId}})',
    'Operation failed, retry (reference {{requestLogId}})',
    '操作失敗，請重試(編號 {{requestLogId}})',
    '処理に失敗しました。もう一度お試しください(番号 {{requestLogId}})',
  ],
  'error.databaseAway': [
    '数据库暂时没有响应，请稍后重试',
    'The database does not answer at the moment, retry shortly',
    '資料庫暫時沒有回應，請稍後重試',
    'データベースが一時的に応答していません。しばらくしてからもう一度お試しください',
  ],
  'error.diskFull': [
    '服务器磁盘已满，暂时无法保存，请联系管理员',
    'The server’s disk is full: nothing can be saved until an administrator makes room',
    '伺服器磁碟已滿，暫時無法儲存，請聯絡管理員',
    'サーバーのディスクがいっぱいで保存できません。管理者に連絡してください',
  ],
  'error.requestFailed': [
    '数据请求出错，请刷新重试',
    'Data request error, refresh and retry',
    '資料請求出錯，請重新整理後重試',
    'データの取得に失敗しました。再読み込みしてください',
  ],
  'error.notFound': [
    '该地址不存在',
    'There is nothing at this address',
    '該位址不存在',
    'このアドレスは存在しません',
  ],
  'error.tooLarge': [
    '提交内容过大，最多 {{max}}',
    'Too large: at most {{max}}',
    '提交內容過大，最多 {{max}}',
    'サイズが大きすぎます(上限 {{max}})',
  ],
  'error.tooManyRequests': [
    '操作太频繁，请稍后再试',
    'Too many requests, wait a moment',
    '操作太頻繁，請稍後再試',
    '操作が多すぎます。しばらくお待ちください',
  ],
  'error.clockOff': [
    '本机时间与服务器相差过大，服务器时间为 {{now}}',
    'This device’s clock is off: the server says {{now}}',
    '本機時間與伺服器相差過大，伺服器時間為 {{now}}',
    '端末の時計がずれています。サーバー時刻は {{now}} です',
  ],
  'error.fileType': [
    '不支持此类文件',
    'This type of file is not accepted',
    '不支援此類檔案',
    'この種類のファイルは使えません',
  ],
  'error.fileLost': [
    '文件“{{name}}”的内容已丢失，请重新上传',
    'The content of “{{name}}” is lost: please upload it again',
    '檔案「{{name}}」的內容已遺失，請重新上傳',
    'ファイル「{{name}}」の内容が失われています。もう一度アップロードしてください',
  ],
  'error.fieldsInvalid': [
    '请检查标出的内容',
    'Please check the marked fields',
    '請檢查標出的內容',
    '印の付いた項目を確認してください',
  ],
  'error.codeDuplicated': [
    '{{field}}“{{value}}”已存在',
    '{{field}} “{{value}}” is already used',
    '{{field}}「{{value}}」已存在',
    '{{field}}「{{value}}」はすでに使われています',
  ],
  'error.codeLooksAlike': [
    '{{field}}“{{value}}”与已有的“{{other}}”看起来一样',
    '{{field}} “{{value}}” looks the same as “{{other}}”, which already exists',
    '{{field}}「{{value}}」與已有的「{{other}}」看起來一樣',
    '{{field}}「{{value}}」は既にある「{{other}}」と見分けがつきません',
  ],
  'error.stale': [
    '{{by}} 刚修改过这条数据，请核对后再保存',
    '{{by}} has just changed this; compare and save again',
    '{{by}} 剛修改過這筆資料，請核對後再儲存',
    '{{by}} さんが先に変更しました。確認して保存し直してください',
  ],
  'error.rowNotFound': [
    '数据不存在或已删除',
    'This does not exist or was deleted',
    '資料不存在或已刪除',
    'データが存在しないか削除されています',
  ],
  'error.referenceMissing': [
    '所选的{{field}}不存在或已删除',
    'The chosen {{field}} does not exist or was deleted',
    '所選的{{field}}不存在或已刪除',
    '選択した{{field}}は存在しないか削除されています',
  ],
  'error.inUse': [
    '“{{name}}”正在被{{entity}}使用({{count}} 处)，不能删除',
    '“{{name}}” is in use by {{entity}} ({{count}}) and cannot be deleted',
    '「{{name}}」正被{{entity}}使用({{count}} 處)，不能刪除',
    '「{{name}}」は{{entity}}で使用中({{count}} 件)のため削除できません',
  ],
  'error.hasChildren': [
    '“{{name}}”有 {{count}} 个下级，不能删除',
    '“{{name}}” has {{count}} {count:subitem|subitems} and cannot be deleted',
    '「{{name}}」有 {{count}} 個下級，不能刪除',
    '「{{name}}」には下位が {{count}} 件あるため削除できません',
  ],
  'error.systemData': [
    '系统数据不能执行此操作',
    'System data cannot perform this operation',
    '系統資料不能執行此操作',
    'システムデータにはこの操作ができません',
  ],
  'error.lastAdministrator': [
    '这是最后一位系统管理员，请先指定另一位',
    'This is the last administrator; appoint another one first',
    '這是最後一位系統管理員，請先指定另一位',
    '最後のシステム管理者です。先に別の管理者を指定してください',
  ],
  'error.cyclicParent': [
    '上级不能是自己或自己的下级',
    'The parent cannot be the row itself or below it',
    '上級不能是自己或自己的下級',
    '上位に自分自身や下位を指定できません',
  ],
  'error.nothingSelected': [
    '请先选择数据',
    'Select data to operate',
    '請先選擇資料',
    'データを選択してください',
  ],
  'error.requestIdReused': [
    '请求编号已用于其他操作',
    'This request id was used for something else',
    '請求編號已用於其他操作',
    'このリクエスト ID は別の操作で使用済みです',
  ],
  'error.loginFailed': [
    '工厂、工号或密码不正确',
    'Factory, employee or password is wrong',
    '工廠、工號或密碼不正確',
    '工場・社員コード・パスワードのいずれかが違います',
  ],
  'error.loginLocked': [
    '尝试次数过多，请 {{seconds}} 秒后再试',
    'Too many attempts, try again in {{seconds}} s',
    '嘗試次數過多，請 {{seconds}} 秒後再試',
    '試行回数が多すぎます。{{seconds}} 秒後にお試しください',
  ],
  'error.verificationCodeWrong': [
    '验证码不正确或已过期',
    'The verification code is wrong or expired',
    '驗證碼不正確或已過期',
    '認証コードが違うか期限切れです',
  ],
  'error.verificationCodeNeeded': [
    '此网络输错密码的次数过多，请再输入验证码',
    'Too many wrong passwords came from this network. Enter the verification code too',
    '此網路輸錯密碼的次數過多，請再輸入驗證碼',
    'このネットワークからの誤ったパスワードが多すぎます。認証コードも入力してください',
  ],
  'error.oldPasswordWrong': [
    '原密码不正确',
    'The original password is wrong',
    '原密碼不正確',
    '現在のパスワードが違います',
  ],
  'error.passwordRule': [
    '密码须为 8–20 位，含数字、小写和大写字母',
    'Use 8 to 20 characters with a digit, a lowercase and an uppercase letter',
    '密碼須為 8–20 位，含數字、小寫和大寫字母',
    'パスワードは 8~20 文字で、数字・小文字・大文字を含めてください',
  ],
  'error.passwordsDiffer': [
    '两次输入的新密码不一致',
    'The two new entries do not match',
    '兩次輸入的新密碼不一致',
    '新しいパスワードが一致しません',
  ],
  'error.passwordUnchanged': [
    '新密码不能与原密码相同',
    'The new password must differ from the old one',
    '新密碼不能與原密碼相同',
    '現在と同じパスワードは使えません',
  ],
  'error.mustChangePassword': [
    '请先修改密码',
    'Change your password first',
    '請先修改密碼',
    '先にパスワードを変更してください',
  ],
} as const satisfies Record<string, Term>;
