export * from './known-hosts';
export * from './session-settings';
export * from './settings';
