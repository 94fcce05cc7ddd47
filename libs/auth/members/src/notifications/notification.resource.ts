import { type NotificationKind, notificationKinds, notifiedTypes } from '@storewright/audit';
import { Description, describeResource, IsBoolean, IsOmittable } from '@storewright/json-api';

export const kindNames = Object.keys(notificationKinds) as NotificationKind[];

const kindDescription =
  'permissions_requested: an app requests more permissions than granted. webhooks_failing: the webhooks of an app ' +
  'have failed for an hour. webhooks_paused: an app was unreachable, so its events are queued. events_lost: events ' +
  'were deleted before the app became reachable. order_placed: an order was placed. variant_out_of_stock: the stock ' +
  'of a variant ran out. proposal_created: an app proposed a write that a member must approve. ' +
  'token_leaked: a token was reported as leaked. canary_used: somebody used a canary token.';

const neverMailed = kindNames.filter((kind) => !notificationKinds[kind].isMailed).join(', ');

const mailDescription =
  `Whether the member gets emails of this kind, at most one per hour. Always false for ${neverMailed}. Owners ` +
  'always get a security notice by email about leaked and used tokens.';

export class UpdateNotification {
  @IsBoolean()
  @Description('Whether the member has read the notification.')
  is_read: boolean;
}

export const notifications = describeResource({
  type: 'notifications',
  description:
    'A notification of the signed-in member about an app or an object of the shop. It is deleted after 90 days.',
  path: '/api/shops/:shop_id/notifications',
  attributes: {
    ...{ kind: 'string', app_name: 'string' },
    ...{ subject_type: 'string', subject_id: 'string', subject_name: 'string' },
    ...{ is_read: 'boolean', created_at: 'timestamp' },
  },
  described: {
    kind: { description: kindDescription, values: kindNames },
    app_name: {
      description:
        'Name of the app at the time of the notification. null for a notification about an object.',
      isNullable: true,
    },
    subject_type: {
      description:
        'Type of the object. An installation is the object if the token of its app leaked. null for other ' +
        'notifications about an app.',
      values: notifiedTypes,
      isNullable: true,
    },
    subject_id: {
      description: 'Id of the object that the notification is about. null if subject_type is null.',
      isNullable: true,
    },
    subject_name: {
      description:
        'Number of the order, SKU or title of the variant, name of the token or of the app that proposed a write, or ' +
        'name of the app whose token leaked, at the time of the notification. null for other notifications about an ' +
        'app.',
      isNullable: true,
    },
    is_read: { description: 'Whether the member has read the notification.' },
    created_at: { description: 'Time at which the notification was created.' },
  },
  relationships: {
    shop: { type: 'shops', column: 'shop_id' },
    installation: { type: 'installations', column: 'installation_id' },
  },
  filters: { is_read: { schema: { type: 'string', enum: ['true', 'false'] } } },
  update: UpdateNotification,
});

export class UpdateNotificationPreference {
  @IsOmittable()
  @IsBoolean()
  @Description('Whether the panel shows notifications of this kind.')
  in_panel?: boolean;

  @IsOmittable()
  @IsBoolean()
  @Description(mailDescription)
  by_mail?: boolean;
}

export const notificationPreferences = describeResource({
  type: 'notification_preferences',
  description: 'Preference of the signed-in member for one kind of notification. Its id is the kind.',
  ids: kindNames,
  path: '/api/shops/:shop_id/notification_preferences',
  attributes: { in_panel: 'boolean', by_mail: 'boolean' },
  described: {
    in_panel: { description: 'Whether the panel shows notifications of this kind.' },
    by_mail: { description: mailDescription },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  update: UpdateNotificationPreference,
});
