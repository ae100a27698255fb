import type { Term } from '#shared/kernel/lang.ts';

/** The forms for logging in and for changing a password. */
export const sessionTerms = {
  factoryCode: ['工厂编码', 'Factory code', '工廠編號', '工場コード'],
  employeeCode: ['工号', 'Employee code', '工號', '社員コード'],
  customerCode: ['客户编码', 'Customer code', '客戶編號', '得意先コード'],
  password: ['密码', 'Password', '密碼', 'パスワード'],
  verificationCode: ['验证码', 'Verification code', '驗證碼', '認証コード'],
  rememberMe: ['保持登录', 'Keep me logged in', '保持登入', 'ログインしたままにする'],
  oldPassword: ['原密码', 'Current password', '原密碼', '現在のパスワード'],
  newPassword: ['新密码', 'New password', '新密碼', '新しいパスワード'],
  newPasswordAgain: ['确认新密码', 'New password again', '確認新密碼', '新しいパスワード(確認)'],

  // Log-in
  logIn: ['登录', 'Log in', '登入', 'ログイン'],
  logOut: ['退出登录', 'Log out', '登出', 'ログアウト'],
  logInTitle: ['登录', 'Log in', '登入', 'ログイン'],
  showPassword: ['显示密码', 'Show password', '顯示密碼', 'パスワードを表示'],
  anotherCode: ['换一张', 'Another picture', '換一張', '別の画像にする'],
  largerPicture: ['放大图片', 'Larger picture', '放大圖片', '画像を大きくする'],
  listenToCode: [
    '听验证码(6 位数字)',
    'Listen to the code (6 digits)',
    '聽驗證碼(6 位數字)',
    '認証コードを聞く(数字6桁)',
  ],
  anotherSpokenCode: ['换一段语音', 'Another recording', '換一段語音', '別の音声にする'],
  showCodePicture: ['改看图片', 'Show the picture', '改看圖片', '画像を表示'],
  loggingIn: ['正在登录…', 'Logging in…', '正在登入…', 'ログイン中…'],
  capsLockOn: ['大写锁定已打开', 'Caps Lock is on', '大寫鎖定已開啟', 'Caps Lock がオンです'],

  // Password
  changePassword: ['修改密码', 'Change password', '修改密碼', 'パスワード変更'],
  mustChangeTitle: [
    '请设置新密码',
    'Choose a new password',
    '請設定新密碼',
    '新しいパスワードを設定してください',
  ],
  mustChangeText: [
    '您正在使用初始密码。设置新密码后才能继续。',
    'You are using the first password you were given. Choose your own to go on.',
    '您正在使用初始密碼。設定新密碼後才能繼續。',
    '初期パスワードをお使いです。続けるには新しいパスワードを設定してください。',
  ],
  passwordChanged: ['密码已修改', 'The password was changed', '密碼已修改', 'パスワードを変更しました'],
  ruleLength: ['8–20 位', '8 to 20 characters', '8–20 位', '8~20 文字'],
  ruleDigit: ['含数字', 'a digit', '含數字', '数字を含む'],
  ruleLowercase: ['含小写字母', 'a lowercase letter', '含小寫字母', '小文字を含む'],
  ruleUppercase: ['含大写字母', 'an uppercase letter', '含大寫字母', '大文字を含む'],
} as const satisfies Record<string, Term>;
