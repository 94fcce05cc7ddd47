import type { NoticeDetails, NoticeKind } from '@storewright/mail';
import type { AuditKind } from './audit-kinds';
import type { AuditEntry } from './audit-log';

/**
 * Recipients of a security notice. `person` is the account owner, and `previousAddress` is the account's
 * email address before a change. `developer` is the developer of an app. `actor`, `member` and `owners`
 * belong to the shop: the member who made the change, the affected member, and all owners.
 */
export type Recipient = 'person' | 'previousAddress' | 'actor' | 'member' | 'owners' | 'developer';

type Detail = Record<string, unknown>;

export interface SecurityNotice {
  mail: NoticeKind;
  to: readonly Recipient[];
  /**
   * True if the audit log entry needs an email. If `when` is absent, all entries of this kind need an email.
   */
  when?: (detail: Detail) => boolean;
  /**
   * Returns the values from the audit log entry that the email shows, in addition to the names of the shop
   * and the person.
   */
  details?: (detail: Detail) => NoticeDetails;
}

interface NoNotice {
  noMail: string;
}

const ofAccount = (mail: NoticeKind): SecurityNotice => ({ mail, to: ['person'] });
const named = ({ name }: Detail): NoticeDetails => ({ name: textOf(name) });
const noMail = (reason: string): NoNotice => ({ noMail: reason });
const isWidened = ({ widened }: Detail): boolean => widened === true;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * Security-relevant attributes of an app: the URLs that receive nonces and webhooks, and the protection of
 * the app's tokens.
 */
const guarded = ['install_url', 'webhook_url', 'require_secret', 'require_proof', 'allowed_networks'];

/**
 * The email for each kind of audit log entry, with its recipients. A kind without an email must state the
 * reason (docs/adr/security-mails.md).
 */
export const securityNotices = {
  'sessions.created': {
    mail: 'new_device_signed_in',
    to: ['person'],
    when: ({ new_device }) => new_device === true,
    details: ({ device, address }) => ({ device: textOf(device), address: textOf(address) }),
  },
  'sessions.ended': noMail('fewer devices are signed in'),
  'devices.allowed': {
    mail: 'device_allowed',
    to: ['person'],
    details: ({ device_name, address }) => ({ device: textOf(device_name), address: textOf(address) }),
  },
  'devices.confirmed': noMail('each change that the device then makes sends its own mail'),
  'owners.password_changed': ofAccount('password_changed'),
  'owners.name_changed': noMail('a name gives no access'),
  'owners.email_changed': { mail: 'email_changed', to: ['previousAddress'] },
  'email_changes.created': noMail('both addresses get a mail with a link'),
  'email_changes.deleted': noMail('the email does not change'),
  'totp_devices.confirmed': ofAccount('totp_turned_on'),
  'totp_devices.deleted': ofAccount('totp_turned_off'),
  'recovery_codes.created': ofAccount('recovery_codes_made'),
  'recovery_codes.used': ofAccount('recovery_code_used'),
  'passkeys.created': { ...ofAccount('passkey_added'), details: named },
  'passkeys.deleted': { ...ofAccount('passkey_removed'), details: named },
  'second_factors.reset': ofAccount('second_factors_reset'),
  'shops.created': noMail('the shop belongs to the person and is empty'),
  'shops.updated': noMail('names and texts give no access'),
  'shops.second_factor_changed': {
    mail: 'second_factor_not_required',
    to: ['owners'],
    when: ({ required }) => required === false,
  },
  'shops.api_suspended': { mail: 'api_suspended', to: ['actor', 'owners'] },
  'shops.api_resumed': { mail: 'api_resumed', to: ['actor', 'owners'] },
  'test_shops.reset': noMail('a test shop holds demo data'),
  'test_shops.deleted': noMail('a test shop holds demo data'),
  'invitations.created': noMail(
    'the invited person gets a mail with a link; owners get one when the person joins',
  ),
  'invitations.resent': noMail('the invited person gets a mail with a link'),
  'invitations.withdrawn': noMail('nobody gets access'),
  'invitations.accepted': {
    mail: 'member_joined',
    to: ['owners'],
    // The `name` of an invitation is the email address of the invited person.
    details: ({ name, role }) => ({ email: textOf(name), role: textOf(role) }),
  },
  'roles.created': noMail('no member has the new role'),
  'roles.updated': { mail: 'shop_role_changed', to: ['owners'], details: named },
  'roles.deleted': noMail('no member had the role'),
  'members.role_changed': {
    mail: 'role_changed',
    to: ['member', 'owners'],
    details: ({ name, role }) => ({ name: textOf(name), role: textOf(role) }),
  },
  'members.removed': { mail: 'member_removed', to: ['member', 'owners'], details: named },
  'apps.created': { ...ofAccount('app_registered'), details: named },
  'apps.updated': {
    ...ofAccount('app_changed'),
    when: ({ changed }) => Array.isArray(changed) && guarded.some((each) => changed.includes(each)),
  },
  'apps.deleted': noMail('the app and its secrets stop working'),
  'app_listings.updated': noMail('the operator reviews each version'),
  'app_listings.submitted': noMail('the operator reviews each version'),
  'app_listings.withdrawn': noMail('nobody gets access'),
  'app_listings.approved': ofAccount('listing_approved'),
  'app_listings.rejected': ofAccount('listing_rejected'),
  'app_listings.hidden': ofAccount('listing_hidden'),
  'app_listings.restored': ofAccount('listing_restored'),
  'developer_domains.created': noMail('the directory shows a domain only after its proof'),
  'developer_domains.verified': noMail('a domain gives no access'),
  'developer_domains.lost': noMail('the panel shows it; nobody gets access'),
  'developer_domains.deleted': noMail('nobody gets access'),
  'app_secrets.rotated': ofAccount('app_secret_made'),
  'webhook_secrets.rotated': ofAccount('webhook_secret_made'),
  'webhooks.paused': noMail('the panel shows it; nobody gets access'),
  'webhooks.resumed': noMail('nobody gets access'),
  'webhooks.skipped': noMail('a member or the app did it; nobody gets access'),
  'webhooks.expiring': noMail('the panel shows it; nobody gets access'),
  'webhooks.expired': noMail('the panel shows it; nobody gets access'),
  'installations.granted': {
    mail: 'app_installed',
    to: ['actor', 'owners'],
    // Granting the same scopes again does not extend the access of the app.
    when: ({ added }) => !Array.isArray(added) || added.length > 0,
  },
  'installations.suspended': { mail: 'app_suspended', to: ['actor', 'owners', 'developer'] },
  'installations.resumed': { mail: 'app_resumed', to: ['actor', 'owners', 'developer'] },
  'installations.approval_changed': noMail('a member of the shop changed it; nobody gets access'),
  'installations.limits_changed': noMail('a member of the shop changed it; nobody gets access'),
  'proposals.approved': noMail('a member of the shop did it; the app gets no access'),
  'proposals.declined': noMail('a member of the shop did it; the app gets no access'),
  'installations.scopes_withdrawn': noMail('the app loses permissions'),
  'installations.scopes_restored': { mail: 'app_installed', to: ['actor', 'owners'] },
  'installations.networks_changed': {
    mail: 'app_networks_widened',
    to: ['actor', 'owners'],
    when: isWidened,
  },
  'installations.uninstalled': noMail('the app loses its access'),
  'oauth_tokens.exchanged': noMail('the mail about the installation announced it'),
  'oauth_tokens.issued': noMail('the mail about the installation announced it'),
  'oauth_tokens.superseded': noMail('the older token stops working'),
  'oauth_tokens.revoked': noMail('the token stops working'),
  'refresh_tokens.replayed': { mail: 'agent_tokens_replayed', to: ['owners'] },
  'nonces.replayed': noMail('the token is revoked; the app learns it from the response'),
  'customers.redacted': noMail('nobody gets access'),
  'customers.archived': noMail('the token could read the data before'),
  'erasures.confirmed': noMail('nobody gets access'),
  'erasures.overdue': noMail('the worker mails the owners; nobody gets access'),
  'access_tokens.created': { mail: 'access_token_made', to: ['actor', 'owners'], details: named },
  'access_tokens.changed': {
    mail: 'access_token_changed',
    to: ['actor', 'owners'],
    details: named,
    // Changing the name or removing scopes does not extend the access of the token.
    when: ({ added }) => !Array.isArray(added) || added.length > 0,
  },
  'access_tokens.networks_changed': {
    mail: 'access_token_networks_widened',
    to: ['actor', 'owners'],
    details: named,
    when: isWidened,
  },
  'access_tokens.rotated': { mail: 'access_token_rotated', to: ['actor', 'owners'], details: named },
  'access_tokens.revoked': noMail('the token stops working'),
  'access_tokens.leaked': { mail: 'access_token_leaked', to: ['owners'], details: named },
  'access_tokens.expiring': { mail: 'access_token_expiring', to: ['owners'], details: named },
  'access_tokens.expired': noMail('a mail announced it a week before'),
  'oauth_tokens.leaked': { mail: 'app_token_leaked', to: ['owners'] },
  'app_tokens.leaked': ofAccount('own_app_token_leaked'),
  'app_secrets.leaked': ofAccount('app_secret_leaked'),
  'sessions.leaked': ofAccount('session_leaked'),
  'sessions.replayed': ofAccount('device_session_replayed'),
  'canary_tokens.created': noMail('a canary token gives no access'),
  'canary_tokens.deleted': noMail('a canary token gives no access'),
  'canary_tokens.used': {
    mail: 'canary_token_used',
    to: ['owners'],
    details: ({ name, address, user_agent }) => ({
      ...{ name: textOf(name), address: textOf(address), device: textOf(user_agent) },
    }),
  },
  'canary_tokens.reported': { mail: 'canary_token_reported', to: ['owners'], details: named },
} as const satisfies Record<AuditKind, SecurityNotice | NoNotice>;

/** Returns the security notice for an audit log entry, or undefined if the entry needs no email. */
export function noticeOf({
  kind,
  detail = {},
}: Pick<AuditEntry, 'kind' | 'detail'>): SecurityNotice | undefined {
  const notice: SecurityNotice | NoNotice = securityNotices[kind];
  if ('noMail' in notice || notice.when?.(detail) === false) return undefined;
  return notice;
}
