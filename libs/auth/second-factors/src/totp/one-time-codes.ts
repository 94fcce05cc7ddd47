import { Secret, TOTP } from 'otpauth';

const issuer = 'Storewright';
/** TOTP parameters that every authenticator app supports (RFC 6238). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/**
 * Number of accepted TOTP time steps before and after the current time step, for inaccurate clocks and slow
 * typing.
 */
const window = 1;

export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the otpauth URI of a TOTP secret, which authenticator apps read as a QR code or text. */
export function addressOf(secret: string, email: string): string {
  return new TOTP({ ...shape, issuer, label: email, secret }).toString();
}

/** Returns the time step of a TOTP code, or undefined if the code is wrong. `now` is in seconds since 1970. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const timestamp = now * 1000;
  const delta = new TOTP({ ...shape, secret }).validate({ token: code, window, timestamp });
  return delta === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + delta;
}

/** Removes the spaces that authenticator apps show within a one-time code. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '');
}

export function isOneTimeCode(code: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(code));
}
