/// <reference types="vite/client" />

/** The id of this build, as /healthz reports it. */
declare const __BUILD_ID__: string;

/** The text of an empty page while its terms are downloading, by language. */
declare module 'virtual:waiting-words' {
  const words: Record<string, string>;
  export default words;
}

/** All terms of one language. */
declare module 'virtual:words/*' {
  const words: Record<string, string>;
  export default words;
}
