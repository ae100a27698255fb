/** The register of the vocabulary. shared/terms fills it by declaration merging, so that the kernel knows no words. */
export interface Vocabulary {}

/** The name of a term of the vocabulary. */
export type TermKey = Vocabulary extends { readonly key: infer K extends string } ? K : string;
