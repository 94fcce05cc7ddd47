export { type AuditKind, auditKinds, isAuditKind } from './audit-kinds';
export { type AuditEntry, recordAudit, recordOfPerson } from './audit-log';
export { AuditChain } from './chain/audit-chain.entity';
export { AuditHead } from './chain/audit-head.entity';
export { AuditHeadSigner } from './chain/audit-head-signer';
export {
  AUDIT_SETTINGS,
  type AuditKeys,
  auditKeys,
  type AuditSettings,
  auditSettings,
} from './chain/audit-keys';
export { AuditLink } from './chain/audit-link.entity';
export { exportLines } from './chain/export-lines';
export { resignHeads } from './chain/resign-heads';
export { StoredChains } from './chain/stored-chains';
export { verifyChain } from './chain/verify-chain';
export { verifyShops } from './chain/verify-shops';
export {
  type NotificationKind,
  notificationKinds,
  notifiedTypes,
  notifyOfFailingWebhooks,
  notifyOfRequestedPermissions,
} from './notifications';
export { securityNotices } from './security-notices';
export { openJson, signJson } from './signed-json';
