import type { Term } from '#shared/kernel/lang.ts';
import type { FieldProblemReason } from '#shared/kernel/validate.ts';

/** The error messages of single fields. */
export const fieldErrorTerms = {
  'error.field.required': ['此项必填', 'This is required', '此項必填', '必須項目です'],
  'error.field.readOnly': [
    '只读，只能通过导入填写',
    'Read-only: only an import fills it',
    '唯讀，只能透過匯入填寫',
    '読み取り専用です。インポートでのみ入力できます',
  ],
  'error.field.notAsked': [
    '该工艺不需要这些内容',
    'The craft does not ask for this',
    '該製程不需要這些內容',
    'この工程では入力不要です',
  ],
  'error.field.unknown': ['没有这个字段', 'There is no such field', '沒有這個欄位', 'この項目は存在しません'],
  'error.field.notText': ['应为文字', 'Must be text', '應為文字', '文字で入力してください'],
  'error.field.tooLong': [
    '最多 {{max}} 个字符',
    'At most {{max}} {max:character|characters}',
    '最多 {{max}} 個字元',
    '{{max}} 文字以内で入力してください',
  ],
  'error.field.tooShort': [
    '至少 {{min}} 个字符',
    'At least {{min}} {min:character|characters}',
    '至少 {{min}} 個字元',
    '{{min}} 文字以上で入力してください',
  ],
  'error.field.controlCharacter': [
    '含有不可见字符',
    'Contains an invisible character',
    '含有不可見字元',
    '制御文字は使えません',
  ],
  'error.field.brokenCharacter': [
    '含有损坏的字符',
    'Contains a broken character',
    '含有損毀的字元',
    '壊れた文字が含まれています',
  ],
  'error.field.notANumber': [
    '应为数字，小数点用“.”',
    'Must be a number such as 1.5',
    '應為數字，小數點用「.」',
    '数値で入力してください(例 1.5)',
  ],
  'error.field.tooSmall': [
    '不能小于 {{min}}',
    'Must be at least {{min}}',
    '不能小於 {{min}}',
    '{{min}} 以上で入力してください',
  ],
  'error.field.tooLarge': [
    '不能大于 {{max}}',
    'Must be at most {{max}}',
    '不能大於 {{max}}',
    '{{max}} 以下で入力してください',
  ],
  'error.field.tooManyDecimals': [
    '最多 {{decimals}} 位小数',
    'At most {{decimals}} {decimals:decimal|decimals}',
    '最多 {{decimals}} 位小數',
    '小数は {{decimals}} 桁までです',
  ],
  'error.field.notADate': ['日期不正确', 'Not a date', '日期不正確', '日付が正しくありません'],
  'error.field.notATime': [
    '时间应为 HH:mm',
    'Not a time of day such as 08:30',
    '時間應為 HH:mm',
    '時刻は HH:mm で入力してください',
  ],
  'error.field.notAFormula': [
    '第 {{position}} 个字符处有误',
    'Something is wrong at character {{position}}',
    '第 {{position}} 個字元處有誤',
    '{{position}} 文字目に誤りがあります',
  ],
  'error.field.notAChoice': ['不在可选项中', 'Not one of the choices', '不在可選項中', '選択肢にありません'],
  'error.field.notAFlag': ['应为是或否', 'Must be yes or no', '應為是或否', 'はい・いいえで指定してください'],
  'error.field.notAReference': [
    '请从列表中选择',
    'Choose one from the list',
    '請從清單中選擇',
    '一覧から選んでください',
  ],
  'error.field.notAList': ['应为列表', 'Must be a list', '應為清單', '一覧で指定してください'],
  'error.field.tooMany': [
    '最多 {{max}} 行',
    'At most {{max}} {max:row|rows}',
    '最多 {{max}} 列',
    '{{max}} 行までです',
  ],
  'error.field.tooFew': [
    '至少 {{min}} 行',
    'At least {{min}} {min:row|rows}',
    '至少 {{min}} 列',
    '{{min}} 行以上必要です',
  ],
  'error.field.repeated': ['有重复', 'Something is listed twice', '有重複', '重複があります'],
} as const satisfies Record<`error.field.${FieldProblemReason}`, Term>;
