/// <reference types="vite/client" />

/** The build that is running, as /healthz shows it. */
declare const __BUILD_ID__: string;

/** All terms of one language. */
declare module 'virtual:words/*' {
  const words: Record<string, string>;
  export default words;
}
