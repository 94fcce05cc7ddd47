/** Texts of notifications, in their list and on the account screen. */
export const notifications = {
  'notifications.markAll': 'Mark all as read',
  'notifications.isUnread': 'Unread',
  'notifications.none': 'No notifications yet. What apps need from you is listed here.',
  'notifications.choose': 'Choose notifications',
  'notifications.kind.permissions_requested': '“{app}” requests more permissions',
  'notifications.kind.webhooks_paused': '“{app}” does not receive its events',
  'notifications.kind.events_lost': '“{app}” lost events',

  'notifications.lead': 'Of {shop}. You get at most one mail of a kind per hour.',
  'notifications.about': 'Notify when',
  'notifications.about.permissions_requested': 'An app requests more permissions',
  'notifications.about.webhooks_paused': 'An app does not receive its events',
  'notifications.about.events_lost': 'An app lost events',
  'notifications.in_panel': 'In the panel',
  'notifications.in_panel.of': 'In the panel: {kind}',
  'notifications.by_mail': 'By mail',
  'notifications.by_mail.of': 'By mail: {kind}',
  'notifications.saved': 'Notifications saved',
} as const;
