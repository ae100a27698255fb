/**
 * The type of the vocabulary. `shared/terms/index.ts` extends this type by declaration merging, so that the kernel
 * does not import the terms.
 */
export interface Vocabulary {}

export type TermKey = Vocabulary extends { readonly key: infer K extends string } ? K : string;
