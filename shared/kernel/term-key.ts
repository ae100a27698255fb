/**
 * The type of the vocabulary. shared/terms extends it by declaration merging, so that the kernel
 * contains no terms.
 */
export interface Vocabulary {}

/** The key of a term. */
export type TermKey = Vocabulary extends { readonly key: infer K extends string } ? K : string;
