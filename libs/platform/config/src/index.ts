export * from './address-family';
export * from './host-name';
export * from './known-hosts';
export * from './reserved-domains';
export * from './session-settings';
export * from './settings';
export { logLevel, reader, trustedProxies } from './environment';
export * from './settings-error';
