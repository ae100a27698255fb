/// <reference types="vite/client" />

/** The id of this build. The server reports the same id at `/healthz`. */
declare const __BUILD_ID__: string;

/** The text that an empty page shows while its terms are downloading, by language. */
declare module 'virtual:waiting-words' {
  const words: Record<string, string>;
  export default words;
}

/** All terms of one language, by key. */
declare module 'virtual:words/*' {
  const words: Record<string, string>;
  export default words;
}
