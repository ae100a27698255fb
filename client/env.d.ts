/// <reference types="vite/client" />

/** The build that is running, as /healthz shows it. */
declare const __BUILD_ID__: string;

/** What stands on a page as long as its words do not come, by language. */
declare module 'virtual:waiting-words' {
  const words: Record<string, string>;
  export default words;
}

/** All terms of one language. */
declare module 'virtual:words/*' {
  const words: Record<string, string>;
  export default words;
}
