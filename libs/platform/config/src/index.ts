export * from './known-hosts';
export * from './settings';
