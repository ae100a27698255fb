import type { EntityName } from '#shared/entities/index.ts';
import type { TermKey } from '#shared/terms/index.ts';

type VowelBeforeY = 'a' | 'e' | 'o' | 'u';
/** The English plural of an entity's name. It is also the key of the plural term. */
type EnglishPlural<N extends string> = N extends `${string}${VowelBeforeY}y`
  ? `${N}s`
  : N extends `${infer Stem}y`
    ? `${Stem}ies`
    : N extends `${infer Stem}f`
      ? `${Stem}ves`
      : N extends `${string}${'s' | 'x' | 'ch' | 'sh'}`
        ? `${N}es`
        : `${N}s`;

/**
 * The entities without a plural term, because no page has their plural as its title.
 * A compile error here means that the plural term of a new entity is missing.
 */
const ENTITIES_WITHOUT_PLURAL: {
  readonly [N in EntityName as EnglishPlural<N> extends TermKey ? never : N]: true;
} = {
  card: true,
  workReport: true,
  abnormalCall: true,
  cycleScheduleSetting: true,
  wageSetting: true,
  formSetting: true,
  orderApproval: true,
  processApproval: true,
  offlineFileSetting: true,
  largeScreen: true,
};

const toEnglishPlural = (name: string): string => {
  if (/[^aeou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  if (name.endsWith('f')) return `${name.slice(0, -1)}ves`;
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
};

/** Returns the plural term of an entity, or the singular term if the entity has no plural term. */
export const getPluralTerm = (name: EntityName): TermKey =>
  name in ENTITIES_WITHOUT_PLURAL ? name : (toEnglishPlural(name) as TermKey);
