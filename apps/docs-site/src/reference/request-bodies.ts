/**
 * Attributes and relationships of an example request. `$NAME` is a shell variable. An operation without an entry
 * shows only its required attributes, and no spec runs its example.
 */
export interface ExampleBody {
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { type: string; id: string } | { type: string; id: string }[]>;
}

const line = { variant_id: '$VARIANT_ID', quantity: 1 };

export const requestBodies: Record<string, ExampleBody> = {
  createProduct: { attributes: { title: 'Stoneware bowl', status: 'active', tags: ['kitchen'] } },
  updateProduct: { attributes: { status: 'archived' } },
  createVariant: {
    attributes: { title: 'Blue', price_amount: 1495, currency_code: 'EUR' },
    relationships: { product: { type: 'products', id: '$PRODUCT_ID' } },
  },
  updateVariant: { attributes: { inventory_quantity: 12 } },
  updateImport: { attributes: { state: 'running' } },
  createProductImage: {
    attributes: { file_id: '$FILE_ID', alt_text: 'A blue mug, seen from the front' },
    relationships: { product: { type: 'products', id: '$PRODUCT_ID' } },
  },
  updateProductImage: { attributes: { position: 2 } },
  createCustomer: { attributes: { first_name: 'Anna', email: 'anna.reader@example.org' } },
  updateCustomer: { attributes: { accepts_marketing: true } },
  createCode: { attributes: { code: 'READER10', kind: 'discount', value_type: 'percentage', value: 1000 } },
  updateCode: { attributes: { usage_limit: 100 } },
  createOrder: {
    attributes: { line_items: [line], requires_shipping: false },
    relationships: { customer: { type: 'customers', id: '$CUSTOMER_ID' } },
  },
  updateOrder: { attributes: { status: 'cancelled', cancel_reason: 'Ordered twice' } },
  createTransaction: {
    attributes: { kind: 'capture', amount: 1500, reference: 'pi_3OqZ' },
    relationships: { order: { type: 'orders', id: '$ORDER_ID' } },
  },
  createFulfillment: {
    attributes: {
      line_items: [{ line_index: 0, quantity: 1 }],
      carrier: 'DHL',
      tracking_number: 'JD014600',
    },
    relationships: { order: { type: 'orders', id: '$ORDER_ID' } },
  },
  updateFulfillment: { attributes: { tracking_number: 'JD014601' } },
  createOrderComment: {
    attributes: { body: 'The customer asked for delivery after six.' },
    relationships: { order: { type: 'orders', id: '$ORDER_ID' } },
  },
  updateOrderComment: { attributes: { body: 'Delivery after six, at the back door.' } },
  createMeta: { attributes: { resource_type: 'orders', resource_id: '1001', data: { colour: 'blue' } } },
  updateMeta: { attributes: { data: { courier: 'Anna' } } },
  createWebhookDelivery: {
    attributes: { kind: 'test', event_type: 'meta.created', resource_id: '$META_ID' },
    relationships: { installation: { type: 'installations', id: '$INSTALLATION_ID' } },
  },
  createApp: {
    attributes: {
      name: 'Labels',
      install_url: 'https://labels.example/install',
      scopes: ['orders.get', 'meta.post'],
    },
  },
  updateApp: { attributes: { name: 'Parcel labels' } },
  createShop: { attributes: { domain: 'tea-house', name: 'Tea house' } },
  createTestShop: { attributes: { domain: 'first-test', name: 'First test' } },
  createShopInstallation: { attributes: { app_id: '$APP_ID' } },
  createShopAccessToken: { attributes: { name: 'Nightly export', scopes: ['orders.collection'] } },
  createShopInvitation: { attributes: { email: 'anna@example.org', role: 'read_only' } },
  createReauthentication: { attributes: { password: '$OWNER_PASSWORD' } },
  updateShopMember: { attributes: { role: 'owner' } },
  createPasswordReset: { attributes: { email: '$OWNER_EMAIL', shop_domain: 'demo-shop' } },
  createEmailChange: { attributes: { email: 'anna.new@example.org', shop_domain: 'demo-shop' } },
  createSession: { attributes: { email: '$OWNER_EMAIL', password: '$OWNER_PASSWORD' } },
  updateOwner: { attributes: { current_password: '$OWNER_PASSWORD', password: '$NEW_PASSWORD' } },
};
