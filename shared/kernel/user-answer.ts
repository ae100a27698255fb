import type { CurrentUser, FactoryPermissions } from './wire.ts';

/**
 * The signed-in user as the wire writes it: the specification (§3) requires that both lists of permissions
 * are strings.
 */
export type UserAnswer = Omit<CurrentUser, 'permissions' | 'factoryPermissions'> & {
  /** The permission codes, separated by commas. */
  permissions: string;
  /** The factories that the user may enter, as JSON. */
  factoryPermissions?: string;
};

/** A user as any MES answers it. An upstream may answer arrays instead of strings. */
export type AnyUserAnswer = Omit<UserAnswer, 'permissions' | 'factoryPermissions'> & {
  permissions: string | string[];
  factoryPermissions?: string | FactoryPermissions[];
};

export const joinPermissions = (codes: readonly string[]): string => codes.join(',');

/** Splits a string of permission codes. An array remains as it is. */
export const splitPermissions = (codes: string | readonly string[]): string[] =>
  typeof codes === 'string' ? codes.split(/[\s,;]+/).filter((code) => code !== '') : [...codes];

/** Writes a user for the wire. */
export const writeUser = ({ permissions, factoryPermissions, ...user }: CurrentUser): UserAnswer => ({
  ...user,
  permissions: joinPermissions(permissions),
  ...(factoryPermissions ? { factoryPermissions: JSON.stringify(factoryPermissions) } : {}),
});

/** Reads a user from the wire. */
export const readUser = ({ permissions, factoryPermissions, ...user }: AnyUserAnswer): CurrentUser => ({
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
