import { defineEntity } from '#shared/kernel/entity.ts';
import { respectiveRegionRef } from './classification-ref.ts';
import { choice, flag, number, ref, text } from '#shared/kernel/fields.ts';

/**
 * A location of external files, and how to connect to it. The password is stored separately, and no call returns it.
 */
export const offlineFileSetting = defineEntity({
  name: 'offlineFileSetting',
  path: '/mes/system/offlineFile',
  permission: 'SYSTEM_OFFLINE_FILE',
  shownAs: 'name',
  sort: 'name',
  filters: ['offlineFileClassificationId', 'storageType'],
  derived: ['hasPassword'],
  fields: {
    name: text({ required: true, unique: true, max: 100 }),
    offlineFileClassificationId: ref('offlineFileClassification'),
    respective_region: respectiveRegionRef(),
    storageType: choice(['localFolder', 'ftp', 'sftp', 'smb'], { initial: 'localFolder' }),
    path: text({ required: true, max: 399, label: 'storagePath' }),
    host: text({ max: 253, label: 'serverHost' }),
    port: number({ min: 1, max: 65_535, decimals: 0, label: 'serverPort' }),
    userName: text({ max: 100 }),
    hasPassword: flag(),
    remark: text({ max: 500 }),
  },
});

/**
 * Whether a path has wildcards or variables. Such a path only serves to find files; no file can be uploaded
 * to it.
 */
export const isFuzzyPath = (path: string): boolean => /[*?[\]{}<>$%]/.test(path);

export const offlineFileSettingTerms = {
  offlineFileSetting: ['离线文件', 'Offline file location', '離線檔案', 'オフラインファイル'],
  storageType: ['存储类型', 'Storage', '儲存類型', '保存先の種類'],
  localFolder: ['本地目录', 'Folder of the server', '本機目錄', 'サーバーのフォルダー'],
  ftp: ['FTP', 'FTP', 'FTP', 'FTP'],
  sftp: ['SFTP', 'SFTP', 'SFTP', 'SFTP'],
  smb: ['共享目录 (SMB)', 'Shared folder (SMB)', '共用目錄 (SMB)', '共有フォルダー (SMB)'],
  storagePath: ['路径', 'Path', '路徑', 'パス'],
  serverHost: ['服务器', 'Server', '伺服器', 'サーバー'],
  serverPort: ['端口', 'Port', '連接埠', 'ポート'],
  userName: ['用户名', 'User', '使用者名稱', 'ユーザー名'],
  uploadFile: ['上传文件', 'Upload a file', '上傳檔案', 'ファイルをアップロード'],
  uploadedTo: [
    '已上传“{{name}}”',
    '“{{name}}” is uploaded',
    '已上傳「{{name}}」',
    '「{{name}}」をアップロードしました',
  ],
  'error.fuzzyPath': [
    '路径“{{path}}”含通配符或变量，只能查找文件，不能上传',
    'The path {{path}} has wildcards or variables: it finds files, and nothing can be uploaded to it',
    '路徑「{{path}}」含萬用字元或變數，只能查找檔案，不能上傳',
    'パス「{{path}}」にはワイルドカードまたは変数が含まれるため、検索のみでアップロードできません',
  ],
  'error.offlineUploadToFolders': [
    '只能上传到服务器的本地目录',
    'Files can be uploaded only to folders of the server',
    '只能上傳到伺服器的本機目錄',
    'アップロードできるのはサーバーのフォルダーだけです',
  ],
  'error.offlinePlaceClosed': [
    '服务器未开放此位置或无法写入，请联系系统管理员',
    'The server may not use this place, or cannot write to it; ask who runs it',
    '伺服器未開放此位置或無法寫入，請聯絡系統管理員',
    'サーバーでこの場所が許可されていないか、書き込めません。システム管理者に連絡してください',
  ],
  'error.offlineFileExists': [
    '目录中已有文件“{{name}}”，不会覆盖',
    'The folder already has a file “{{name}}”, which is not overwritten',
    '目錄中已有檔案「{{name}}」，不會覆寫',
    'フォルダーに「{{name}}」がすでにあるため、上書きしません',
  ],
  hasPassword: ['已设置密码', 'Password set', '已設定密碼', 'パスワード設定済み'],
} as const;
