export { ActivityModule } from './activity.module';
export { ownAuditEntries } from './audit-entries/audit-entry.resource';
