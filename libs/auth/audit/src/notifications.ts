import type { Transaction } from '@storewright/database';
import type { Right } from '@storewright/scopes';
import { noticeKinds } from '@storewright/tenancy';
import type { AuditKind } from './audit-kinds';

/** Maximum number of token notifications per member, kind of notification and hour. */
const MAX_ALERTS_PER_HOUR = 10;

/**
 * Kinds of notifications, with the permission that a recipient needs. `isMailed` allows notifications by
 * email, and `isChosen` turns the kind on by default.
 */
export const notificationKinds = {
  permissions_requested: { needs: 'installations.post', isChosen: true, isMailed: true },
  webhooks_failing: { needs: 'webhook_deliveries.post', isChosen: true, isMailed: true },
  webhooks_paused: { needs: 'webhook_deliveries.post', isChosen: true, isMailed: true },
  events_lost: { needs: 'webhook_deliveries.post', isChosen: true, isMailed: true },
  ...noticeKinds,
  // Owners also get a security notice by email, which they cannot turn off.
  token_leaked: { needs: 'access_tokens.post', isChosen: true, isMailed: false },
  canary_used: { needs: 'access_tokens.post', isChosen: true, isMailed: false },
} as const satisfies Record<string, { needs: Right; isChosen: boolean; isMailed: boolean }>;

export type NotificationKind = keyof typeof notificationKinds;

/**
 * Notifications about an installed app, keyed by the kind of audit log entry that causes them. The `detail`
 * of the entry must contain `installation_id`.
 */
const notified: Partial<Record<AuditKind, NotificationKind>> = {
  'webhooks.paused': 'webhooks_paused',
  'webhooks.expired': 'events_lost',
};

/** A notification about an object whose id and name are in the `detail` of an audit log entry. */
interface Alert {
  notification: NotificationKind;
  type: string;
  /**
   * Names of the members in the `detail` of an audit log entry that contain the id and the name of the
   * object.
   */
  id: string;
  name: string;
}

const alerts: Partial<Record<AuditKind, Alert>> = {
  'access_tokens.leaked': {
    ...{ notification: 'token_leaked', type: 'access_tokens', id: 'access_token_id', name: 'name' },
  },
  'oauth_tokens.leaked': {
    ...{ notification: 'token_leaked', type: 'installations', id: 'installation_id', name: 'app_name' },
  },
  'canary_tokens.reported': {
    ...{ notification: 'token_leaked', type: 'canary_tokens', id: 'canary_token_id', name: 'name' },
  },
  'canary_tokens.used': {
    ...{ notification: 'canary_used', type: 'canary_tokens', id: 'canary_token_id', name: 'name' },
  },
};

export const notifiedTypes: readonly string[] = [
  ...Object.values(noticeKinds).map(({ type }) => type),
  ...new Set(Object.values(alerts).map(({ type }) => type)),
];

interface NotifiedEntry {
  kind: AuditKind;
  shop_id?: string;
  detail?: Record<string, unknown>;
}

const notifyMembers = { name: 'notify-members', text: 'SELECT auth.notify_members($1, $2, $3)' };
const notifyOfObject = {
  name: 'notify-of-object',
  text: `SELECT auth.notify_of_objects(ARRAY[$1], ARRAY[$2], ARRAY[$3::boolean], ARRAY[$4::integer], ARRAY[$5],
    ARRAY[$6::uuid], ARRAY[$7])`,
};
const notifyOfPermissions = {
  name: 'notify-of-permissions',
  text: 'SELECT auth.notify_of_permissions($1, $2, $3)',
};

const notifyOfFailure = {
  name: 'notify-of-failure',
  text: 'SELECT auth.notify_of_failure($1, $2, $3, $4)',
};

export async function notifyOfEntry(
  transaction: Transaction,
  { kind, shop_id, detail = {} }: NotifiedEntry,
): Promise<void> {
  if (shop_id === undefined) return;
  const alert = alerts[kind];
  if (alert) await notifyOfAlert(transaction, alert, detail);
  const notification = notified[kind];
  if (notification === undefined) return;
  const values = [notification, notificationKinds[notification].needs, detail['installation_id']];
  await transaction.query({ ...notifyMembers, values });
}

async function notifyOfAlert(
  transaction: Transaction,
  { notification, type, id, name }: Alert,
  detail: Record<string, unknown>,
): Promise<void> {
  const { needs, isChosen } = notificationKinds[notification];
  const values = [notification, needs, isChosen, MAX_ALERTS_PER_HOUR, type, detail[id], detail[name]];
  await transaction.query({ ...notifyOfObject, values });
}

/**
 * Notifies members of all shops that granted an app fewer scopes than the app now requests. The transaction
 * must run in the row-level security context of the app's developer.
 */
export async function notifyOfRequestedPermissions(transaction: Transaction, app_id: string): Promise<void> {
  const { needs } = notificationKinds.permissions_requested;
  await transaction.query({ ...notifyOfPermissions, values: ['permissions_requested', needs, app_id] });
}

/**
 * Notifies members of a shop once about an app whose webhook deliveries have failed since the given time. The
 * transaction must run in the row-level security context of the shop.
 */
export async function notifyOfFailingWebhooks(
  transaction: Transaction,
  installation_id: string,
  since: Date,
): Promise<void> {
  const { needs } = notificationKinds.webhooks_failing;
  const values = ['webhooks_failing', needs, installation_id, since.toISOString()];
  await transaction.query({ ...notifyOfFailure, values });
}
