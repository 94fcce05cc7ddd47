/**
 * What the audit log knows (docs/contract.md §4): each grant, exchange, token, revocation, login and secret, by the resource that it is about. The sentence says
 * what happened; `docs/auth-api.md` has the same list.
 */
export const auditKinds = {
  'sessions.created': 'a member of the shop signed in',
  'sessions.ended': 'a member of the shop ended other sessions of theirs',
  'devices.allowed': 'a member of the shop let in a device that showed a code',
  'owners.password_changed': 'a member of the shop, or the operator, changed the member’s password',
  'owners.name_changed': 'a member of the shop changed their name',
  'owners.email_changed': 'a member of the shop changed their email, confirmed at both addresses',
  'email_changes.created': 'a member of the shop asked for another email',
  'email_changes.deleted': 'a member of the shop took back the change of their email',
  'totp_devices.confirmed': 'a member of the shop turned two-factor authentication on',
  'totp_devices.deleted': 'a member of the shop turned two-factor authentication off',
  'recovery_codes.created': 'a member of the shop made new recovery codes',
  'recovery_codes.used': 'a member of the shop signed in with a recovery code',
  'passkeys.created': 'a member of the shop added a passkey',
  'passkeys.deleted': 'a member of the shop removed a passkey',
  'second_factors.reset': 'the operator removed a member’s authenticator app, recovery codes and passkeys',
  'shops.created': 'a person created the shop, and owns it',
  'shops.updated': 'a member of the shop changed its name, its texts or its time zone',
  'test_shops.reset': 'the developer of the test shop asked to fill it anew',
  'test_shops.deleted': 'a developer removed a test shop',
  'invitations.created': 'a member of the shop invited somebody',
  'invitations.withdrawn': 'a member of the shop withdrew an invitation',
  'invitations.accepted': 'somebody accepted an invitation, and is a member of the shop',
  'members.role_changed': 'a member of the shop got another role',
  'members.removed': 'somebody was removed from the shop',
  'apps.created': 'a developer registered an app',
  'apps.updated': 'a developer changed an app',
  'apps.deleted': 'a developer deleted an app',
  'app_secrets.rotated': 'a developer made a new secret for an app',
  'webhook_secrets.rotated': 'a developer made a new secret for an app’s webhooks',
  'webhooks.paused': 'an app was not reached for too long; its events wait',
  'webhooks.resumed': 'an app is reached again; its events go on',
  'webhooks.skipped': 'somebody skipped an event that an app kept refusing; its later events go on',
  'webhooks.expiring': 'an app is not reached, and its oldest events will soon leave the log',
  'webhooks.expired': 'events left the log before an app could be reached; they are lost to it',
  'installations.granted': 'an owner agreed to an app’s scopes, for the first time or again',
  'installations.uninstalled': 'an app was uninstalled',
  'oauth_tokens.exchanged': 'an app exchanged its nonce for a token',
  'oauth_tokens.issued': 'an app got a token by its own secret',
  'oauth_tokens.superseded': 'a newer token took the place of an app’s token',
  'oauth_tokens.revoked': 'an app’s token was revoked',
  'nonces.replayed': 'a nonce came again after its token was used',
  'customers.redacted':
    'nothing personal of a redacted customer is kept any more, in no event, delivery or answer',
  'access_tokens.created': 'an owner generated an access token',
  'access_tokens.revoked': 'an owner revoked an access token',
} as const;

export type AuditKind = keyof typeof auditKinds;

export function isAuditKind(text: string): text is AuditKind {
  return Object.hasOwn(auditKinds, text);
}
