type Names = readonly (readonly [RegExp, string])[];

/**
 * Browser names in User-Agent headers. The first match wins, because a User-Agent also names compatible
 * browsers.
 */
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOP[RT]\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/^Mozilla\/.*\bSafari\//, 'Safari'],
];
const systems: Names = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
];

export function browserOf(userAgent: string): string | null {
  return nameIn(browsers, userAgent) ?? programOf(userAgent);
}

export function systemOf(userAgent: string): string | null {
  return nameIn(systems, userAgent) ?? null;
}

/**
 * True for the User-Agent of a program, which stores no cookies. The User-Agent of every browser starts with Mozilla.
 */
export function isProgram(userAgent: string | null): boolean {
  return !(userAgent ?? '').startsWith('Mozilla/');
}

/** Returns the browser and operating system of a User-Agent header as a name that people recognize. */
export function deviceNameOf(userAgent: string | null): string {
  const names = [browserOf(userAgent ?? ''), systemOf(userAgent ?? '')].filter((name) => name !== null);
  return names.join(', ') || 'unknown';
}

function nameIn(names: Names, userAgent: string): string | undefined {
  return names.find(([sign]) => sign.test(userAgent))?.[1];
}

/** Returns the program name at the start of a User-Agent header (RFC 9110 §10.1.5). */
function programOf(userAgent: string): string | null {
  const [, name] = /^([\w.-]{1,40})(?:\/|$)/.exec(userAgent) ?? [];
  return name === undefined || name === 'Mozilla' ? null : name;
}
