import type { SessionDevice } from '#shared/answers/own-account.ts';

/**
 * The patterns and names of browsers. The first match counts, because many user agents also contain
 * the names of other browsers.
 */
const BROWSER_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/HuaweiBrowser\/(\d+)/, 'Huawei Browser'],
  [/QQBrowser\/(\d+)/, 'QQ Browser'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari\//, 'Safari'],
];
const OPERATING_SYSTEM_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPadOS'],
  [/iPhone/, 'iOS'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Finds the browser and the operating system in a user agent. Each is null if it is not recognized. */
export function parseUserAgent(agent: string): SessionDevice {
  const browser = BROWSER_PATTERNS.find(([pattern]) => pattern.test(agent));
  const version = browser && browser[0].exec(agent)?.[1];
  return {
    browser: browser ? `${browser[1]} ${version}` : null,
    system: OPERATING_SYSTEM_PATTERNS.find(([pattern]) => pattern.test(agent))?.[1] ?? null,
  };
}
