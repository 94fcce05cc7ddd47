export * from './migrate';
export * from './migrations';
export * from './roles';
