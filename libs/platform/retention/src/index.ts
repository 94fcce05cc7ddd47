export * from './deletion-clock';
export * from './outdated';
export * from './outdated-rows';
export * from './retention-observer';
