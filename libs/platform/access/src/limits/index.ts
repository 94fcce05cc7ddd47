export { BatchedLimit } from './batched-limit';
export { declaredLimit, declaredLimits, limitNames } from './declared-limits';
export { ExactLimit } from './exact-limit';
export type { LimitOptions } from './limit-options';
export { networkOf } from './network';
export { rateLimitPolicy, rateLimitWriter } from './rate-limit-fields';
export { rateLimited } from './rate-limited';
