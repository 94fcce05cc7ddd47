type Names = readonly (readonly [RegExp, string])[];

/**
 * Names of browsers. The first match wins, because a User-Agent also contains the names of compatible
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

/** Returns the usual name of a browser or program, or null if the program is unknown. */
export function browserOf(userAgent: string): string | null {
  return nameIn(browsers, userAgent) ?? programOf(userAgent);
}

export function systemOf(userAgent: string): string | null {
  return nameIn(systems, userAgent) ?? null;
}

/**
 * True for programs, which keep no cookies between sign-ins. The User-Agent of every browser starts with
 * Mozilla.
 */
export function isProgram(userAgent: string | null): boolean {
  return !(userAgent ?? '').startsWith('Mozilla/');
}

/** Returns browser and system in a form that people recognize. */
export function deviceNameOf(userAgent: string | null): string {
  const names = [browserOf(userAgent ?? ''), systemOf(userAgent ?? '')].filter((name) => name !== null);
  return names.join(', ') || 'unknown';
}

function nameIn(names: Names, userAgent: string): string | undefined {
  return names.find(([sign]) => sign.test(userAgent))?.[1];
}

/** A program starts its User-Agent with its own name (RFC 9110 §10.1.5). */
function programOf(userAgent: string): string | null {
  const [, name] = /^([\w.-]{1,40})(?:\/|$)/.exec(userAgent) ?? [];
  return name === undefined || name === 'Mozilla' ? null : name;
}
