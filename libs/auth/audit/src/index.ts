export { type AuditKind, auditKinds, isAuditKind } from './audit-kinds';
export { type AuditEntry, recordAudit, recordOfPerson } from './audit-log';
export { type NotificationKind, notificationKinds, notifyOfRequestedPermissions } from './notifications';
export { securityNotices } from './security-notices';
