export interface LimitOptions {
  /** Rate limit name with its service as prefix, such as `auth-api:sign-ins`. */
  name: `${'auth-api' | 'shop-api'}:${string}`;
  /** Maximum number of requests in a period of `seconds`. */
  points: number;
  seconds: number;
  /**
   * If true, periods start at multiples of `seconds` since 1970. A daily period then starts at midnight UTC.
   */
  isAligned?: boolean;
}
