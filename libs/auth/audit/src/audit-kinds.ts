/**
 * All kinds of audit entries (docs/contract.md §4), each with a sentence that says what happened. `docs/auth-api.md`
 * has the same list.
 */
export const auditKinds = {
  'sessions.created': 'a member of the shop signed in',
  'sessions.ended': 'a member of the shop ended other sessions of their own',
  'devices.allowed': 'a member of the shop allowed a device that showed a code',
  'owners.password_changed': 'a member of the shop, or the operator, changed the member’s password',
  'owners.name_changed': 'a member of the shop changed their name',
  'owners.email_changed': 'a member of the shop changed their email, confirmed at both addresses',
  'email_changes.created': 'a member of the shop requested a change of their email',
  'email_changes.deleted': 'a member of the shop canceled the change of their email',
  'totp_devices.confirmed': 'a member of the shop turned on two-factor authentication',
  'totp_devices.deleted': 'a member of the shop turned off two-factor authentication',
  'recovery_codes.created': 'a member of the shop created new recovery codes',
  'recovery_codes.used': 'a member of the shop signed in with a recovery code',
  'passkeys.created': 'a member of the shop added a passkey',
  'passkeys.deleted': 'a member of the shop removed a passkey',
  'second_factors.reset': 'the operator removed a member’s authenticator app, recovery codes and passkeys',
  'shops.created': 'a person created the shop and became its owner',
  'shops.updated': 'a member of the shop changed its name, texts, time zone or currency',
  'test_shops.reset': 'the developer of the test shop requested a reset',
  'test_shops.deleted': 'a developer removed a test shop',
  'invitations.created': 'a member of the shop invited a person',
  'invitations.withdrawn': 'a member of the shop withdrew an invitation',
  'invitations.accepted': 'a person accepted an invitation and became a member of the shop',
  'members.role_changed': 'the role of a member of the shop was changed',
  'members.removed': 'a member was removed from the shop or left it',
  'apps.created': 'a developer registered an app',
  'apps.updated': 'a developer changed an app',
  'apps.deleted': 'a developer deleted an app',
  'app_listings.updated': 'a developer changed the draft of a listing',
  'app_listings.submitted': 'a developer submitted a version of a listing for review',
  'app_listings.withdrawn': 'a developer withdrew a submitted version of a listing',
  'app_listings.approved': 'the operator approved a version of a listing, which the directory shows',
  'app_listings.rejected': 'the operator rejected a version of a listing',
  'app_listings.hidden': 'the operator hid an app from the directory',
  'app_listings.restored': 'the operator showed a hidden app in the directory again',
  'developer_domains.created': 'a developer added a domain',
  'developer_domains.verified': 'a developer proved control of a domain',
  'developer_domains.lost':
    'the proof of control of a domain disappeared; the directory no longer shows the domain',
  'developer_domains.deleted': 'a developer removed a domain',
  'app_secrets.rotated': 'a developer created a new secret for an app',
  'webhook_secrets.rotated': 'a developer created a new webhook secret for an app',
  'webhooks.paused': 'an app was unreachable for too long; its events are queued',
  'webhooks.resumed': 'an app is reachable again; delivery of its events continues',
  'webhooks.skipped': 'an event that an app kept rejecting was skipped; its later events continue',
  'webhooks.expiring': 'an app is unreachable, and its oldest events will soon be deleted from the log',
  'webhooks.expired': 'events were deleted from the log before an app became reachable; the app lost them',
  'installations.granted': 'an owner granted an app its scopes, for the first time or again',
  'installations.uninstalled': 'an app was uninstalled',
  'oauth_tokens.exchanged': 'an app exchanged its nonce for a token',
  'oauth_tokens.issued': 'an app requested a token with its secret',
  'oauth_tokens.superseded': 'a newer token replaced an app’s token',
  'oauth_tokens.revoked': 'an app’s token was revoked',
  'nonces.replayed': 'a nonce was sent again after its token had been used',
  'customers.redacted':
    'the personal data of a customer was erased from all events, deliveries and stored responses',
  'access_tokens.created': 'an owner created an access token',
  'access_tokens.changed': 'an owner renamed an access token or changed its scopes',
  'access_tokens.revoked': 'an owner revoked an access token',
} as const;

export type AuditKind = keyof typeof auditKinds;

export function isAuditKind(text: string): text is AuditKind {
  return Object.hasOwn(auditKinds, text);
}
