import type { LimitOptions } from './limit-options';

export interface DeclaredLimit {
  counts: string;
  /**
   * The client whose requests are counted together, such as a token or an address. It must be as specific as
   * possible, so that abuse by one client does not block others (docs/adr/rate-limits.md).
   */
  chargedTo: string;
  /**
   * Maximum number of requests or attempts in the period. 0 if a setting or the shop determines the number.
   */
  points: number;
  seconds: number;
  isAligned?: boolean;
  /** Name of the setting or attribute that determines the number, for `docs/guides/limits.md`. */
  setBy?: string;
}

const MINUTE = 60;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * All rate limits that service instances share. The key is the name in the database, in metrics and in the
 * header `RateLimit-Policy`. `docs/guides/limits.md` documents these limits.
 */
export const declaredLimits = {
  'shop-api:requests': {
    counts: 'requests',
    chargedTo: 'token',
    ...{ points: 0, seconds: MINUTE, setBy: '`RATE_LIMIT_PER_MINUTE`; none by default' },
  },
  'shop-api:daily-requests': {
    counts: 'requests on a day (UTC)',
    chargedTo: 'installation',
    ...{ points: 0, seconds: DAY, isAligned: true, setBy: '`daily_request_limit`; 10,000 for agents' },
  },
  'shop-api:daily-writes': {
    counts: 'writes on a day (UTC)',
    chargedTo: 'installation',
    ...{ points: 0, seconds: DAY, isAligned: true, setBy: '`daily_write_limit`; 1,000 for agents' },
  },
  'shop-api:tests': {
    counts: 'webhook tests',
    chargedTo: 'token and installation',
    ...{ points: 60, seconds: MINUTE },
  },
  'auth-api:sign-in-place': {
    counts: 'failed sign-ins',
    chargedTo: 'account and device, or account and network of a new device',
    ...{ points: 10, seconds: QUARTER_HOUR },
  },
  'auth-api:sign-in-network': {
    counts: 'failed sign-ins on new devices',
    chargedTo: 'network',
    ...{ points: 100, seconds: QUARTER_HOUR },
  },
  'auth-api:sign-in-account': {
    counts: 'failed sign-ins on new devices, before sign-in-pace applies',
    chargedTo: 'account',
    ...{ points: 10, seconds: QUARTER_HOUR },
  },
  'auth-api:sign-in-pace': {
    counts: 'sign-ins on new devices, while sign-in-account is used up',
    chargedTo: 'account',
    ...{ points: 1, seconds: 30 },
  },
  'auth-api:second-factor-quarter': {
    counts: 'wrong codes of a second factor',
    chargedTo: 'account, on new or on known devices',
    ...{ points: 10, seconds: QUARTER_HOUR },
  },
  'auth-api:second-factor-day': {
    counts: 'wrong codes of a second factor',
    chargedTo: 'account, on new or on known devices',
    ...{ points: 100, seconds: DAY },
  },
  'auth-api:passkey-challenges': {
    counts: 'challenges of passkeys',
    chargedTo: 'network',
    ...{ points: 120, seconds: MINUTE },
  },
  'auth-api:device-authorizations': {
    counts: 'devices that ask to be let in',
    chargedTo: 'network',
    ...{ points: 60, seconds: 10 * MINUTE },
  },
  'auth-api:user-codes': {
    counts: 'wrong user codes of devices',
    chargedTo: 'person',
    ...{ points: 10, seconds: 10 * MINUTE },
  },
  'auth-api:unknown-nonces': {
    counts: 'unknown nonces and codes',
    chargedTo: 'authenticated app, else network; a known nonce is never rejected',
    ...{ points: 100, seconds: MINUTE },
  },
  'auth-api:client-documents': {
    counts: 'metadata documents of agents that are not cached',
    chargedTo: 'network',
    ...{ points: 60, seconds: MINUTE },
  },
  'auth-api:wrong-secrets': {
    counts: 'wrong client secrets',
    chargedTo: 'client id and network; a correct secret of an app is never rejected',
    ...{ points: 30, seconds: MINUTE },
  },
  'auth-api:password-reset-place': {
    counts: 'links for a new password',
    chargedTo: 'email and device, or email and network of a new device',
    ...{ points: 3, seconds: QUARTER_HOUR },
  },
  'auth-api:password-reset-email': {
    counts: 'links for a new password, asked for on new devices',
    chargedTo: 'email address that receives the mails',
    ...{ points: 10, seconds: QUARTER_HOUR },
  },
  'auth-api:password-reset-network': {
    counts: 'links for a new password, asked for on new devices',
    chargedTo: 'network',
    ...{ points: 20, seconds: HOUR },
  },
  'auth-api:password-reset-tries': {
    counts: 'passwords tried with a link',
    chargedTo: 'person of the link',
    ...{ points: 30, seconds: QUARTER_HOUR },
  },
  'auth-api:invitation-person': {
    counts: 'invitations',
    chargedTo: 'person who sends the invitation',
    ...{ points: 50, seconds: HOUR },
  },
  'auth-api:invitation-email': {
    counts: 'invitations to one email',
    chargedTo: 'person who sends the invitation',
    ...{ points: 5, seconds: DAY },
  },
  'auth-api:invitation-tries': {
    counts: 'passwords tried with an invitation',
    chargedTo: 'invitation',
    ...{ points: 30, seconds: QUARTER_HOUR },
  },
  'auth-api:email-change-owner': {
    counts: 'changes of the email',
    chargedTo: 'person',
    ...{ points: 3, seconds: QUARTER_HOUR },
  },
  'auth-api:listing-screenshots': {
    counts: 'screenshots of listings',
    chargedTo: 'person',
    ...{ points: 100, seconds: HOUR },
  },
  'auth-api:listing-submissions': {
    counts: 'submitted versions of listings',
    chargedTo: 'person',
    ...{ points: 20, seconds: DAY },
  },
  'auth-api:domain-checks': {
    counts: 'checks of a domain',
    chargedTo: 'person',
    ...{ points: 30, seconds: HOUR },
  },
  'auth-api:token-reports': {
    counts: 'reports of leaked tokens',
    chargedTo: 'network',
    ...{ points: 30, seconds: MINUTE },
  },
  'auth-api:unknown-links': {
    counts: 'unknown tokens in links',
    chargedTo: 'network; a valid link is never rejected',
    ...{ points: 30, seconds: QUARTER_HOUR },
  },
} as const satisfies Record<LimitOptions['name'], DeclaredLimit>;

export type LimitName = keyof typeof declaredLimits;
export const limitNames = Object.keys(declaredLimits) as LimitName[];

export function declaredLimit(name: LimitName): LimitOptions & { name: LimitName } {
  const { points, seconds, isAligned = false }: DeclaredLimit = declaredLimits[name];
  return { name, points, seconds, isAligned };
}
