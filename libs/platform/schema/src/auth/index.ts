export * from './add-app-deletion';
export * from './add-app-overview';
export * from './add-installed-at';
export * from './add-session-tokens';
export * from './create-auth';
export * from './create-event-outbox';
export * from './create-request-counts';
export * from './create-webhook-secrets';
