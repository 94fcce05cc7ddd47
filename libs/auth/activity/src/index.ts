export { ActivityModule } from './activity.module';
export { ownAuditEntries } from './audit-entries/audit-entry.resource';
export { type CredentialUses, requestsRequiring, ScopeUses, unusedPeriods } from './scope-uses/scope-uses';
