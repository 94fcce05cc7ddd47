import { type NotificationKind, notificationKinds } from '@storewright/audit';
import { noticeKinds } from '@storewright/tenancy';
import { Description, describeResource, IsBoolean, IsOmittable } from '@storewright/json-api';

export const kindNames = Object.keys(notificationKinds) as NotificationKind[];

const kindDescription =
  'permissions_requested: an app requests more permissions than granted. webhooks_failing: the webhooks of an app ' +
  'have failed for an hour. webhooks_paused: an app was unreachable, so its events are queued. events_lost: events ' +
  'were deleted before the app became reachable. order_placed: an order was placed. variant_out_of_stock: the stock ' +
  'of a variant ran out.';

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
      description: 'Name of the app at the time of the notification. null for an object.',
      isNullable: true,
    },
    subject_type: {
      description: 'Type of the object. null for an app.',
      values: Object.values(noticeKinds).map(({ type }) => type),
      isNullable: true,
    },
    subject_id: { description: 'Id of the object. null for an app.', isNullable: true },
    subject_name: {
      description:
        'Number of the order, or SKU or title of the variant, at the time of the notification. null for an app.',
      isNullable: true,
    },
    is_read: { description: 'Whether the member has read the notification.' },
    created_at: { description: 'Time of the notification.' },
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
  @Description(
    'Whether the member gets mails of this kind, at most one per hour. Always false for order_placed and ' +
      'variant_out_of_stock.',
  )
  by_mail?: boolean;
}

export const notificationPreferences = describeResource({
  type: 'notification_preferences',
  description: 'The choice of the signed-in member about one kind of notification. The id is the kind.',
  ids: kindNames,
  path: '/api/shops/:shop_id/notification_preferences',
  attributes: { in_panel: 'boolean', by_mail: 'boolean' },
  described: {
    in_panel: { description: 'Whether the panel shows notifications of this kind.' },
    by_mail: {
      description:
        'Whether the member gets mails of this kind, at most one per hour. Always false for order_placed and ' +
        'variant_out_of_stock.',
    },
  },
  relationships: { shop: { type: 'shops', column: 'shop_id' } },
  update: UpdateNotificationPreference,
});
