/** Attributes for `POST {auth_url}/api/apps`, sent once by the developer. */
export const registration = (appUrl: string) => ({
  name: 'Parcel labels',
  install_url: `${appUrl}/install`,
  // With this setting, a leaked nonce is worthless without the app's secret.
  require_secret: true,
  scopes: [
    ...['orders.collection', 'orders.get', 'orders.patch'],
    ...['meta.collection', 'meta.post', 'meta.patch'],
    'events.collection',
  ],
  webhook_url: `${appUrl}/webhooks`,
  webhook_events: ['orders.created', 'orders.updated', 'orders.deleted', 'installations.uninstalled'],
});
