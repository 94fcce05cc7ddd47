/**
 * Attributes for registering the app with `POST {auth_url}/api/apps`. The developer sends this request once.
 */
export const registration = (appUrl: string) => ({
  name: 'Parcel labels',
  install_url: `${appUrl}/install`,
  // Requires the app secret for nonce exchanges, so that a leaked nonce is useless without the secret.
  require_secret: true,
  scopes: [
    ...['orders.collection', 'orders.get', 'orders.patch'],
    ...['meta.collection', 'meta.post', 'meta.patch'],
    'events.collection',
  ],
  webhook_url: `${appUrl}/webhooks`,
  webhook_events: ['orders.created', 'orders.updated', 'orders.deleted', 'installations.uninstalled'],
});
