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
 * The kinds of accounts. `additionalCodeField` is the field of the additional code that users of
 * this kind enter; null if they enter none.
 */
export const ACCOUNT_KINDS = {
  employee: { additionalCodeField: null, term: 'logInAsEmployee' },
  customer: { additionalCodeField: 'customerCode', term: 'customer' },
  supplier: { additionalCodeField: 'supplierCode', term: 'supplier' },
  terminal: { additionalCodeField: 'deviceCode', term: 'terminal' },
} as const;
export type AccountKind = keyof typeof ACCOUNT_KINDS;
export const ADDITIONAL_CODE_FIELDS: ReadonlySet<LoginFieldName> = new Set([
  'customerCode',
  'supplierCode',
  'deviceCode',
]);
