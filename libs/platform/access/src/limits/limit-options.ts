export interface LimitOptions {
  /** Name of the limit with the name of its service, such as `auth-api:sign-ins`. */
  name: `${'auth-api' | 'shop-api'}:${string}`;
  /** Maximum number of requests in `seconds`. */
  points: number;
  seconds: number;
}
