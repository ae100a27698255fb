import type { CurrentUser, FactoryPermissions } from './wire.ts';

/**
 * The signed-in user in the form of the wire: the specification (§3) requires that `permissions` and
 * `factoryPermissions` are strings.
 */
export type UserAnswer = Omit<CurrentUser, 'permissions' | 'factoryPermissions'> & {
  /** The permission codes, separated by commas. */
  permissions: string;
  /** The factories that the user may enter, as JSON. */
  factoryPermissions?: string;
};

/**
 * A user as an upstream MES may return it: with strings as in `UserAnswer`, or with arrays instead of the strings.
 */
export type AnyUserAnswer = Omit<UserAnswer, 'permissions' | 'factoryPermissions'> & {
  permissions: string | string[];
  factoryPermissions?: string | FactoryPermissions[];
};

export const joinPermissions = (codes: readonly string[]): string => codes.join(',');

/** Splits a string of permission codes at commas, semicolons and spaces. An array is copied. */
export const splitPermissions = (codes: string | readonly string[]): string[] =>
  typeof codes === 'string' ? codes.split(/[\s,;]+/).filter((code) => code !== '') : [...codes];

/** Converts a user to the form in which calls return the user. */
export const encodeUser = ({ permissions, factoryPermissions, ...user }: CurrentUser): UserAnswer => ({
  ...user,
  permissions: joinPermissions(permissions),
  ...(factoryPermissions ? { factoryPermissions: JSON.stringify(factoryPermissions) } : {}),
});

/** Converts a user from the form in which calls return the user. */
export const decodeUser = ({ permissions, factoryPermissions, ...user }: AnyUserAnswer): CurrentUser => ({
  ...user,
  permissions: splitPermissions(permissions),
  ...(factoryPermissions
    ? {
        factoryPermissions:
          typeof factoryPermissions === 'string'
            ? (JSON.parse(factoryPermissions) as FactoryPermissions[])
            : factoryPermissions,
      }
    : {}),
});
