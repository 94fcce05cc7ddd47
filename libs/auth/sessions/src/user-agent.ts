type Names = readonly (readonly [RegExp, string])[];

/** The first that fits: most browsers also say that they are those they began as. */
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

/** What a person calls the browser or program that names itself so; null: it is none that we know. */
export function browserOf(userAgent: string): string | null {
  return nameIn(browsers, userAgent) ?? programOf(userAgent);
}

export function systemOf(userAgent: string): string | null {
  return nameIn(systems, userAgent) ?? null;
}

/** Whether it is a program, which keeps no cookies from one sign-in to the next: every browser calls itself Mozilla. */
export function isProgram(userAgent: string | null): boolean {
  return !(userAgent ?? '').startsWith('Mozilla/');
}

/** The browser or program with its system, for a person to recognize. */
export function deviceNameOf(userAgent: string | null): string {
  const names = [browserOf(userAgent ?? ''), systemOf(userAgent ?? '')].filter((name) => name !== null);
  return names.join(', ') || 'unknown';
}

function nameIn(names: Names, userAgent: string): string | undefined {
  return names.find(([sign]) => sign.test(userAgent))?.[1];
}

/** A program that is no browser begins with its own name (RFC 9110 §10.1.5). */
function programOf(userAgent: string): string | null {
  const [, name] = /^([\w.-]{1,40})(?:\/|$)/.exec(userAgent) ?? [];
  return name === undefined || name === 'Mozilla' ? null : name;
}
