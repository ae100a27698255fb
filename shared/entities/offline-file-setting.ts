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
  hasPassword: ['已设置密码', 'Password set', '已設定密碼', 'パスワード設定済み'],
} as const;
