export { AuditEntries } from './audit-entries/audit-entries';
export { AuditController, OwnAuditController } from './audit-entries/audit-entries.controller';
export { ownAuditEntries } from './audit-entries/audit-entry.resource';
export { RequestCount } from './request-counts/request-count.entity';
export { ShopRequestCounts } from './request-counts/request-counts';
export { RequestCountsController } from './request-counts/request-counts.controller';
