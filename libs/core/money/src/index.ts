export * from './currencies';
export * from './amounts';
