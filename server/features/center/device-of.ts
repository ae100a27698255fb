import type { Device } from '#shared/answers/own-account.ts';

/** The first that fits counts: every browser claims to be the ones before it as well. */
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

/** What a browser says of itself, in two words. It is what it claims: good to recognise one's own devices by, no proof. */
export function deviceOf(agent: string): Device {
  const browser = BROWSERS.find(([sign]) => sign.test(agent));
  const version = browser && browser[0].exec(agent)?.[1];
  return {
    browser: browser ? `${browser[1]} ${version}` : null,
    system: SYSTEMS.find(([sign]) => sign.test(agent))?.[1] ?? null,
  };
}
