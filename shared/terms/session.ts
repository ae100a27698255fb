import type { Term } from '#shared/kernel/lang.ts';

/** The fields of the log-in and password forms. */
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
} as const satisfies Record<string, Term>;
