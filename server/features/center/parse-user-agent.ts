import type { Device } from '#shared/answers/own-account.ts';

/** The first match wins, since many browsers also name others in their user agent. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
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
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPadOS'],
  [/iPhone/, 'iOS'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Parses the browser and the operating system from a user agent. The user agent is not verified. */
export function parseUserAgent(agent: string): Device {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent));
  const version = browser && browser[0].exec(agent)?.[1];
  return {
    browser: browser ? `${browser[1]} ${version}` : null,
    system: SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1] ?? null,
  };
}
