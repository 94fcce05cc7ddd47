export { apps } from './apps/app.resource';
export { InstallsModule } from './installs.module';
export { eventTypes } from './scopes/event-types.controller';
export { scopes } from './scopes/scopes.controller';
