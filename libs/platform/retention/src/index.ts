export * from './outdated';
export * from './outdated-rows';
export * from './retention-observer';
