import { Secret, TOTP } from 'otpauth';

const issuer = 'Storewright';
/** What every authenticator app knows (RFC 6238): SHA-1, six digits, half a minute. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the current one whose codes are taken: clocks differ, and people type slowly. */
const window = 1;

/** A new secret, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads, as a QR code or as text. */
export function addressOf(secret: string, email: string): string {
  return new TOTP({ ...shape, issuer, label: email, secret }).toString();
}

/** The time step whose code it is, or undefined. `now`: seconds since 1970. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const timestamp = now * 1000;
  const delta = new TOTP({ ...shape, secret }).validate({ token: code, window, timestamp });
  return delta === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

/** Without the spaces that apps show it with. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}

export function isOneTimeCode(code: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(code));
}
