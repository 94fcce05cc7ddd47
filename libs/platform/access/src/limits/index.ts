export * from './batched-limit';
export * from './declared-limits';
export * from './exact-limit';
export * from './limit-options';
export * from './network';
export * from './rate-limit-fields';
export * from './rate-limited';
