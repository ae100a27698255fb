import type { EntityName } from '#shared/entities/index.ts';
import type { TermKey } from '#shared/terms/index.ts';

type Vowel = 'a' | 'e' | 'o' | 'u';
/** The English plural of a name: the term for many rows of an entity is called so. */
type PluralOf<N extends string> = N extends `${string}${Vowel}y`
  ? `${N}s`
  : N extends `${infer Stem}y`
    ? `${Stem}ies`
    : N extends `${infer Stem}f`
      ? `${Stem}ves`
      : N extends `${string}${'s' | 'x' | 'ch' | 'sh'}`
        ? `${N}es`
        : `${N}s`;

/**
 * Entities whose plural is no term, because no page is called so.
 * Where the compiler asks for a new entity here, it lacks a term: its plural.
 */
const WITHOUT_PLURAL: { readonly [N in EntityName as PluralOf<N> extends TermKey ? never : N]: true } = {
  card: true,
  workReport: true,
  abnormalCall: true,
  cycleScheduleSetting: true,
  formSetting: true,
  orderApproval: true,
  processApproval: true,
  offlineFileSetting: true,
};

const plural = (name: string): string => {
  if (/[^aeou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  if (name.endsWith('f')) return `${name.slice(0, -1)}ves`;
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
};

/** The term for many rows of an entity; for one where there is none. */
export const pluralOf = (name: EntityName): TermKey =>
  name in WITHOUT_PLURAL ? name : (plural(name) as TermKey);
