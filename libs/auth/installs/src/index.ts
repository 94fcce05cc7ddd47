export * from './apps/app.resource';
export * from './installs.module';
export * from './oauth-tokens/oauth-token.resource';
export * from './scopes/event-types.controller';
export * from './scopes/scopes.controller';
