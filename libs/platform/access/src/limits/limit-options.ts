export interface LimitOptions {
  /** Name of the limit with the name of its service, such as `auth-api:sign-ins`. */
  name: `${'auth-api' | 'shop-api'}:${string}`;
  /** Maximum number of requests in `seconds`. */
  points: number;
  seconds: number;
  /** If true, periods start at multiples of `seconds` since 1970, such as a day at midnight UTC. */
  isAligned?: boolean;
}
