import type { Resource } from '../../api/documents';
import type { IconName } from '../icon';
import type { TextId } from '../../texts/texts';

export type AuditEntry = Resource<{
  kind: string;
  detail: Record<string, unknown>;
  /** Name of the person who acted, or null if an app acted. */
  owner_name: string | null;
  app_name: string | null;
  /** Id of the request that caused the audit log entry. null means that the entry has another cause. */
  request_id: string | null;
  created_at: string;
}>;

/** Kinds of audit log entries that exist only in a developer's audit log. */
export const developerKinds = [
  'apps.created',
  'apps.updated',
  'apps.deleted',
  'app_listings.updated',
  'app_listings.submitted',
  'app_listings.withdrawn',
  'app_listings.approved',
  'app_listings.rejected',
  'app_listings.hidden',
  'app_listings.restored',
  'developer_domains.created',
  'developer_domains.verified',
  'developer_domains.lost',
  'developer_domains.deleted',
  'app_secrets.rotated',
  'webhook_secrets.rotated',
  'app_secrets.leaked',
  'app_tokens.leaked',
] as const;

/** Kinds of audit log entries of a shop, grouped as in the filter. */
export const groups = [
  {
    text: 'activity.group.person',
    kinds: [
      'sessions.created',
      'sessions.ended',
      'devices.allowed',
      'devices.confirmed',
      'owners.password_changed',
      'shops.created',
      'shops.updated',
      'owners.name_changed',
      'owners.email_changed',
      'email_changes.created',
      'email_changes.deleted',
      'shops.second_factor_changed',
      'shops.api_suspended',
      'shops.api_resumed',
      'test_shops.reset',
      'invitations.created',
      'invitations.resent',
      'invitations.withdrawn',
      'invitations.accepted',
      'totp_devices.confirmed',
      'totp_devices.deleted',
      'recovery_codes.created',
      'recovery_codes.used',
      'passkeys.created',
      'passkeys.deleted',
      'second_factors.reset',
      'roles.created',
      'roles.updated',
      'roles.deleted',
      'members.role_changed',
      'members.removed',
      'sessions.leaked',
      'sessions.replayed',
    ],
  },
  {
    text: 'activity.group.apps',
    kinds: [
      'installations.granted',
      'installations.suspended',
      'installations.resumed',
      'installations.approval_changed',
      'installations.limits_changed',
      'proposals.approved',
      'proposals.declined',
      'installations.scopes_withdrawn',
      'installations.scopes_restored',
      'installations.networks_changed',
      'installations.uninstalled',
    ],
  },
  {
    text: 'activity.group.appTokens',
    kinds: [
      'oauth_tokens.exchanged',
      'oauth_tokens.issued',
      'oauth_tokens.superseded',
      'oauth_tokens.revoked',
      'oauth_tokens.leaked',
      'nonces.replayed',
    ],
  },
  {
    text: 'activity.group.webhooks',
    kinds: [
      'webhooks.paused',
      'webhooks.resumed',
      'webhooks.skipped',
      'webhooks.expiring',
      'webhooks.expired',
    ],
  },
  {
    text: 'activity.group.customers',
    kinds: ['customers.archived', 'customers.redacted', 'erasures.confirmed', 'erasures.overdue'],
  },
  {
    text: 'activity.group.accessTokens',
    kinds: [
      'access_tokens.created',
      'access_tokens.changed',
      'access_tokens.networks_changed',
      'access_tokens.rotated',
      'access_tokens.revoked',
      'access_tokens.leaked',
      'access_tokens.expiring',
      'access_tokens.expired',
    ],
  },
  {
    text: 'activity.group.canaryTokens',
    kinds: ['canary_tokens.created', 'canary_tokens.deleted', 'canary_tokens.used', 'canary_tokens.reported'],
  },
] as const satisfies { text: TextId; kinds: string[] }[];

export type Kind = (typeof groups)[number]['kinds'][number];
export const kinds: readonly Kind[] = groups.flatMap((group) => [...group.kinds]);

export interface Sentence {
  /** Id of a translated text, which can contain the placeholders `owner`, `app`, `name` and `kind`. */
  text: TextId;
  icon: IconName;
  isAlarming?: boolean;
}

const sentences: Record<Kind | (typeof developerKinds)[number], Sentence> = {
  'sessions.created': { text: 'activity.signedIn', icon: 'person' },
  'sessions.ended': { text: 'activity.sessionsEnded', icon: 'person' },
  'devices.allowed': { text: 'activity.deviceAllowed', icon: 'key' },
  'devices.confirmed': { text: 'activity.deviceConfirmed', icon: 'key' },
  'owners.password_changed': { text: 'activity.passwordChanged', icon: 'person' },
  'shops.created': { text: 'activity.shopCreated', icon: 'home' },
  'shops.updated': { text: 'activity.shopUpdated', icon: 'home' },
  'owners.name_changed': { text: 'activity.nameChanged', icon: 'person' },
  'owners.email_changed': { text: 'activity.emailChanged', icon: 'person' },
  'email_changes.created': { text: 'activity.emailChangeRequested', icon: 'person' },
  'email_changes.deleted': { text: 'activity.emailChangeCanceled', icon: 'person' },
  'shops.second_factor_changed': { text: 'activity.factorRequired', icon: 'key' },
  'shops.api_suspended': { text: 'activity.apiSuspended', icon: 'warning' },
  'shops.api_resumed': { text: 'activity.apiResumed', icon: 'check' },
  'test_shops.reset': { text: 'activity.testShopReset', icon: 'home' },
  'invitations.created': { text: 'activity.invited', icon: 'person' },
  'invitations.resent': { text: 'activity.invitationResent', icon: 'person' },
  'invitations.withdrawn': { text: 'activity.invitationWithdrawn', icon: 'person' },
  'invitations.accepted': { text: 'activity.invitationAccepted', icon: 'person' },
  'roles.created': { text: 'activity.roleCreated', icon: 'people' },
  'roles.updated': { text: 'activity.roleUpdated', icon: 'people' },
  'roles.deleted': { text: 'activity.roleDeleted', icon: 'close' },
  'members.role_changed': { text: 'activity.roleChanged', icon: 'person' },
  'members.removed': { text: 'activity.memberRemoved', icon: 'person' },
  'totp_devices.confirmed': { text: 'activity.twoFactorOn', icon: 'key' },
  'totp_devices.deleted': { text: 'activity.twoFactorOff', icon: 'key' },
  'recovery_codes.created': { text: 'activity.recoveryCodes', icon: 'key' },
  'recovery_codes.used': { text: 'activity.recoveryCodeUsed', icon: 'warning', isAlarming: true },
  'passkeys.created': { text: 'activity.passkeyAdded', icon: 'key' },
  'passkeys.deleted': { text: 'activity.passkeyRemoved', icon: 'close' },
  'second_factors.reset': { text: 'activity.secondFactorsReset', icon: 'warning', isAlarming: true },
  'installations.granted': { text: 'activity.installed', icon: 'apps' },
  'installations.suspended': { text: 'activity.appSuspended', icon: 'warning' },
  'installations.resumed': { text: 'activity.appResumed', icon: 'check' },
  'installations.approval_changed': { text: 'activity.approvalsChanged', icon: 'apps' },
  'installations.limits_changed': { text: 'activity.limitsChanged', icon: 'apps' },
  'proposals.approved': { text: 'activity.proposalApproved', icon: 'check' },
  'proposals.declined': { text: 'activity.proposalDeclined', icon: 'close' },
  'installations.scopes_withdrawn': { text: 'activity.scopesWithdrawn', icon: 'apps' },
  'installations.scopes_restored': { text: 'activity.scopesRestored', icon: 'apps' },
  'installations.networks_changed': { text: 'activity.appNetworksChanged', icon: 'key' },
  'installations.uninstalled': { text: 'activity.uninstalled', icon: 'apps' },
  'oauth_tokens.exchanged': { text: 'activity.exchanged', icon: 'check' },
  'oauth_tokens.issued': { text: 'activity.issued', icon: 'check' },
  'oauth_tokens.superseded': { text: 'activity.superseded', icon: 'check' },
  'oauth_tokens.revoked': { text: 'activity.revoked.other', icon: 'close' },
  'nonces.replayed': { text: 'activity.replayed', icon: 'warning', isAlarming: true },
  'apps.created': { text: 'activity.appRegistered', icon: 'code' },
  'apps.updated': { text: 'activity.appChanged', icon: 'code' },
  'apps.deleted': { text: 'activity.appRemoved', icon: 'close' },
  'app_listings.updated': { text: 'activity.listingChanged', icon: 'code' },
  'app_listings.submitted': { text: 'activity.listingSubmitted', icon: 'code' },
  'app_listings.withdrawn': { text: 'activity.listingWithdrawn', icon: 'close' },
  'app_listings.approved': { text: 'activity.listingApproved', icon: 'check' },
  'app_listings.rejected': { text: 'activity.listingRejected', icon: 'close' },
  'app_listings.hidden': { text: 'activity.listingHidden', icon: 'warning' },
  'app_listings.restored': { text: 'activity.listingRestored', icon: 'check' },
  'developer_domains.created': { text: 'activity.domainAdded', icon: 'code' },
  'developer_domains.verified': { text: 'activity.domainVerified', icon: 'check' },
  'developer_domains.lost': { text: 'activity.domainLost', icon: 'warning' },
  'developer_domains.deleted': { text: 'activity.domainRemoved', icon: 'close' },
  'app_secrets.rotated': { text: 'activity.secretRotated', icon: 'key' },
  'webhook_secrets.rotated': { text: 'activity.webhookSecretRotated', icon: 'key' },
  'webhooks.paused': { text: 'activity.webhooksPaused', icon: 'warning', isAlarming: true },
  'webhooks.resumed': { text: 'activity.webhooksResumed', icon: 'check' },
  'webhooks.skipped': { text: 'activity.webhooksSkipped', icon: 'close' },
  'webhooks.expiring': { text: 'activity.webhooksExpiring', icon: 'warning', isAlarming: true },
  'webhooks.expired': { text: 'activity.webhooksExpired', icon: 'close', isAlarming: true },
  'customers.archived': { text: 'activity.customerArchived', icon: 'download' },
  'customers.redacted': { text: 'activity.customerRedacted', icon: 'check' },
  'erasures.confirmed': { text: 'activity.erasureConfirmed', icon: 'check' },
  'erasures.overdue': { text: 'activity.erasureOverdue', icon: 'warning', isAlarming: true },
  'access_tokens.created': { text: 'activity.accessTokenCreated', icon: 'key' },
  'access_tokens.changed': { text: 'activity.accessTokenChanged', icon: 'key' },
  'access_tokens.networks_changed': { text: 'activity.accessTokenNetworksChanged', icon: 'key' },
  'access_tokens.rotated': { text: 'activity.accessTokenRotated', icon: 'key' },
  'access_tokens.revoked': { text: 'activity.accessTokenRevoked', icon: 'close' },
  'access_tokens.leaked': { text: 'activity.accessTokenLeaked', icon: 'warning', isAlarming: true },
  'access_tokens.expiring': { text: 'activity.accessTokenExpiring', icon: 'key' },
  'access_tokens.expired': { text: 'activity.accessTokenExpired', icon: 'close' },
  'oauth_tokens.leaked': { text: 'activity.appTokenLeaked', icon: 'warning', isAlarming: true },
  'app_tokens.leaked': { text: 'activity.ownAppTokenLeaked', icon: 'warning', isAlarming: true },
  'app_secrets.leaked': { text: 'activity.secretLeaked', icon: 'warning', isAlarming: true },
  'sessions.leaked': { text: 'activity.sessionLeaked', icon: 'warning', isAlarming: true },
  'sessions.replayed': { text: 'activity.sessionReplayed', icon: 'warning', isAlarming: true },
  'canary_tokens.created': { text: 'activity.canaryCreated', icon: 'key' },
  'canary_tokens.deleted': { text: 'activity.canaryDeleted', icon: 'close' },
  'canary_tokens.used': { text: 'activity.canaryUsed', icon: 'warning', isAlarming: true },
  'canary_tokens.reported': { text: 'activity.canaryReported', icon: 'warning', isAlarming: true },
};

/** Sentences for revoked tokens, keyed by `detail.reason`. */
const revocations: Record<string, Pick<Sentence, 'text' | 'isAlarming'>> = {
  'revoked by the owner': { text: 'activity.revoked.owner' },
  'revoked by the app': { text: 'activity.revoked.app' },
  uninstalled: { text: 'activity.revoked.uninstalled' },
  'app deleted': { text: 'activity.revoked.uninstalled' },
  'nonce replayed': { text: 'activity.revoked.replayed', isAlarming: true },
};

export function sentenceOf({ attributes: { kind, detail, owner_name } }: AuditEntry): Sentence {
  if (!hasSentence(kind))
    return { text: owner_name === null ? 'activity.otherOfApp' : 'activity.other', icon: 'activity' };
  const sentence = sentences[kind];
  if (kind === 'installations.granted' && 'added' in detail)
    return { ...sentence, text: 'activity.agreedAgain' };
  if (kind === 'shops.second_factor_changed' && detail['required'] === false)
    return { text: 'activity.factorNotRequired', icon: 'warning', isAlarming: true };
  if (kind === 'installations.uninstalled' && detail['reason'] === 'app deleted')
    return { ...sentence, text: 'activity.appDeleted' };
  if (kind === 'owners.password_changed' && 'by' in detail)
    return {
      ...sentence,
      text: detail['by'] === 'the operator' ? 'activity.passwordReset' : 'activity.passwordByLink',
    };
  if (kind !== 'oauth_tokens.revoked') return sentence;
  const reason = String(detail['reason']);
  return { ...sentence, ...(Object.hasOwn(revocations, reason) ? revocations[reason] : {}) };
}

export function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}

function hasSentence(kind: string): kind is keyof typeof sentences {
  return Object.hasOwn(sentences, kind);
}
