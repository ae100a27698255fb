export const LOGIN_FIELDS = [
  'factoryCode',
  'customerCode',
  'supplierCode',
  'deviceCode',
  'employeeCode',
  'password',
  'code',
] as const;
export type LoginFieldName = (typeof LOGIN_FIELDS)[number];
export type LoginValues = Record<LoginFieldName, string>;

/**
 * The kinds of accounts. `besides` is the field of the additional code that users of this kind enter; null if
 * they enter none.
 */
export const ACCOUNT_KINDS = {
  employee: { besides: null, words: 'logInAsEmployee' },
  customer: { besides: 'customerCode', words: 'customer' },
  supplier: { besides: 'supplierCode', words: 'supplier' },
  terminal: { besides: 'deviceCode', words: 'terminal' },
} as const;
export type AccountKind = keyof typeof ACCOUNT_KINDS;
export const ADDITIONAL_CODE_FIELDS: ReadonlySet<LoginFieldName> = new Set([
  'customerCode',
  'supplierCode',
  'deviceCode',
]);
