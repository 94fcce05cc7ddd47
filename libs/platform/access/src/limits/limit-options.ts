export interface LimitOptions {
  /** Name of the rate limit, prefixed with the service, such as `auth-api:sign-ins`. */
  name: `${'auth-api' | 'shop-api'}:${string}`;
  points: number;
  seconds: number;
  /**
   * If true, a period starts at a multiple of `seconds` since 1970. A period of one day then starts at
   * midnight UTC.
   */
  isAligned?: boolean;
}
