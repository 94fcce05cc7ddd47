/** What its developer registers, once: the attributes for `POST {auth_url}/api/apps`. */
export const registration = (appUrl: string) => ({
  name: 'Parcel labels',
  install_url: `${appUrl}/install`,
  // A nonce that leaks is worth nothing without the app's secret.
  require_secret: true,
  scopes: [
    ...['orders.collection', 'orders.get', 'orders.patch'],
    ...['meta.collection', 'meta.post', 'meta.patch'],
    'events.collection',
  ],
  webhook_url: `${appUrl}/webhooks`,
  webhook_events: ['orders.created', 'orders.updated', 'orders.deleted', 'installations.uninstalled'],
});
