import { checksOf, type Evidence } from './checklist';

const app = {
  webhook_url: 'https://app.example/webhooks',
  webhook_events: ['installations.uninstalled'],
  scopes: ['orders.get', 'products.patch'],
};
const evidence: Evidence = {
  ...{ delivered: 3, undelivered: 0, uninstalls: 1, cleanUninstalls: 1 },
  requests: [
    { method: 'GET', route: '/api/orders/:id' },
    { method: 'PATCH', route: '/api/products/:id' },
  ],
};
const verdicts = (of: Partial<typeof app>, with_: Partial<Evidence> = {}) =>
  checksOf({ ...app, ...of }, { ...evidence, ...with_ }).map(({ verdict }) => verdict);

it('checksOf reports ok for webhooks, uninstall and scopes if test shops have evidence for all three checks', () => {
  expect(verdicts({})).toEqual(['ok', 'ok', 'ok']);
});

it('checksOf reports unknown for every check if test shops provide no evidence', () => {
  const none = { delivered: 0, uninstalls: 0, cleanUninstalls: 0, requests: [] };
  expect(verdicts({}, none)).toEqual(['unknown', 'unknown', 'unknown']);
});

it('checksOf reports failed webhook deliveries, an undelivered uninstall event and the names of unused scopes', () => {
  const failing = {
    undelivered: 1,
    cleanUninstalls: 0,
    requests: [{ method: 'GET', route: '/api/orders/:id' }],
  };
  expect(verdicts({}, failing)).toEqual(['failed', 'failed', 'failed']);
  expect(checksOf(app, { ...evidence, ...failing })[2]!.detail).toContain('products.patch');
});

it('checksOf reports a failed uninstall check for an app that does not subscribe to the uninstall event', () => {
  expect(verdicts({ webhook_events: [] })[1]).toBe('failed');
});
