import type { WebhookStream } from '../api/webhooks';
import { standingOf } from './standing';

type Attributes = WebhookStream['attributes'];
const since = '2026-11-21T06:22:30.099000Z';

const cases: [string, Pick<Attributes, 'state' | 'failing_since' | 'backlog'>][] = [
  ['delivering', { state: 'active', failing_since: null, backlog: 0 }],
  ['behind', { state: 'active', failing_since: null, backlog: 3 }],
  ['failing', { state: 'active', failing_since: since, backlog: 3 }],
  ['paused', { state: 'paused', failing_since: since, backlog: 3 }],
  ['ended', { state: 'ended', failing_since: since, backlog: 3 }],
];

it.each(cases)('standingOf returns %s for %p', (standing, attributes) =>
  expect(standingOf({ attributes: attributes as Attributes })).toBe(standing),
);
