/** The facts in a `User-Agent` (RFC 9110, 10.1.5), as far as people know them; null for those that they do not. */
export type Agent = { browser: string | null; system: string | null };

// Most browsers also name those that they want to be taken for: the most particular name comes first.
const browsers: ReadonlyArray<[RegExp, string]> = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: ReadonlyArray<[RegExp, string]> = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export const describeAgent = (agent: string): Agent => ({
  browser: firstName(browsers, agent),
  system: firstName(systems, agent),
});

const firstName = (names: ReadonlyArray<[RegExp, string]>, agent: string): string | null =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
