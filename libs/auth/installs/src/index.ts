export { apps } from './apps/app.resource';
export { DeprecationNotices } from './contracts/deprecation-notices';
export { InstallsModule } from './installs.module';
export { eventTypes } from './scopes/event-types.controller';
export { scopes } from './scopes/scopes.controller';
