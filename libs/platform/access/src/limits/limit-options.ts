export interface LimitOptions {
  /** Name of the limit with its service: `auth-api:sign-ins`. */
  name: `${'auth-api' | 'shop-api'}:${string}`;
  /** Maximum count in `seconds`. */
  points: number;
  seconds: number;
}
