import type { RequestParts } from './delivery-statements';
import { lastRequest } from './last-request';

const shop = { id: '01a1fcc3-bb62-71d1-84a4-9a254e1fb861', domain: 'demo-shop' };
const row = {
  ...{
    kind: 'event',
    event_id: 'e',
    event_type: 'meta.updated',
    sequence: '42',
    epoch: '7',
    changed: ['data'],
  },
  ...{ occurred_at: '2026-11-20T10:00:00.123456Z', created_at: '2026-11-20T10:00:01.000007Z' },
  ...{
    resource: '{"type":"meta","big":1.0}',
    url: 'https://a.example',
    request_headers: '{"webhook-id": "e"}',
  },
} as unknown as RequestParts;
const bodyOf = (given: object, scopes?: string[]) => {
  const text = lastRequest({ ...row, ...given }, shop, scopes ? { scopes: new Set(scopes) } : {});
  return (JSON.parse(text!) as { body: string | null }).body;
};

it('the last request of a webhook delivery is null before the first attempt', () => {
  expect(lastRequest({ ...row, url: null }, shop, {})).toBeNull();
});

it('the body of the last webhook request has the exact bytes of the resource in the event log', () => {
  expect(bodyOf({})).toBe(
    `{"type":"meta.updated","timestamp":"2026-11-20T10:00:00.123456Z","data":{"type":"meta","big":1.0},"changed":["data"],"shop":{"id":"${shop.id}","domain":"demo-shop"},"sequence":42,"epoch":7}`,
  );
});

it('the body of a webhook test contains the time of the request', () => {
  const body = bodyOf({ kind: 'test', sequence: null, changed: null, occurred_at: null });
  expect(body).toContain('"timestamp":"2026-11-20T10:00:01.000007Z"');
  expect(body).toContain('"changed":[],');
  expect(body).toMatch(/"sequence":null,"epoch":null\}$/);
});

it('the body of a webhook is visible only to tokens with read access, while the event log contains the event', () => {
  expect(bodyOf({}, ['webhook_deliveries.get'])).toBeNull();
  expect(bodyOf({}, ['meta.get'])).toContain('"meta"');
  // An app receives events of its own installation without any scope.
  expect(bodyOf({ event_type: 'installations.created' }, [])).toContain('installations.created');
  expect(bodyOf({ resource: null })).toBeNull();
});
