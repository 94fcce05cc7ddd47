import { nounOf, operationId, relatedOperationId, summaryOf } from './names';

it.each([
  ['get', '/api/products', true, 'listProducts'],
  ['post', '/api/products', false, 'createProduct'],
  ['get', '/api/meta/{id}', false, 'getMeta'],
  ['patch', '/api/webhook_deliveries/{id}', false, 'updateWebhookDelivery'],
  ['get', '/api/products/{id}/variants', true, 'listProductVariants'],
  ['get', '/api/orders/{id}/customer', false, 'getOrderCustomer'],
  ['get', '/api/orders/{id}/relationships/codes', true, 'listOrderCodesLinkage'],
  ['post', '/api/codes/{id}/relationships/products', false, 'addCodeProducts'],
  ['delete', '/api/codes/{id}/relationships/products', false, 'removeCodeProducts'],
  ['get', '/api/app_statistics/{id}', false, 'getAppStatistics'],
  ['delete', '/api/shops/{shop_id}/access_tokens/{id}', false, 'deleteShopAccessToken'],
])(
  'operationId of the route %s %s consists of the action and the noun',
  (method, path, isCollection, name) => {
    expect(operationId(method, path, isCollection)).toBe(name);
  },
);

it('relatedOperationId ends with the singular of the parent resource', () => {
  expect(relatedOperationId('/api/products/{id}/images')).toBe('listImagesOfProduct');
});

it.each([
  ['listProducts', 'List products'],
  ['getShopOauthToken', 'Get shop OAuth token'],
])('summaryOf(%j) returns %j', (id, summary) => {
  expect(summaryOf(id)).toBe(summary);
});

it.each([
  ['webhook_deliveries', 'webhook delivery'],
  ['oauth_tokens', 'OAuth token'],
])('nounOf(%j) returns %j', (name, noun) => {
  expect(nounOf(name)).toBe(noun);
});
