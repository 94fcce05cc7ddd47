export { BatchedLimit } from './batched-limit';
export { type DeclaredLimit, declaredLimit, declaredLimits, limitNames } from './declared-limits';
export { ExactLimit } from './exact-limit';
export type { LimitOptions } from './limit-options';
export { networkOf } from './network';
export { rateLimitPolicy, rateLimitWriter } from './rate-limit-fields';
export { exhaustedHeaders, rateLimited } from './rate-limited';
