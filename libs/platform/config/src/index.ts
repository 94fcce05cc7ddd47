export * from './known-hosts';
export * from './reserved-domains';
export * from './session-settings';
export * from './settings';
