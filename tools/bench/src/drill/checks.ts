import { type HttpClient, type Received, type Response, until, type Verdict } from '@storewright/testing';
import { secretProof } from '@storewright/tokens';
import { Webhook } from 'standardwebhooks';
import { allWebhooksReceived } from '../faults/fault';
import type { Moment, Traffic } from '../faults/traffic';
import type { FaultPlatform } from '../faults/fault-platform';
import type { BenchShop } from '../people';
import type { ExpectedState } from './index';
import type { Servers } from './servers';

export interface Check {
  what: string;
  seen: string;
  expected: string;
  ok: boolean;
}

export async function recoveryChecks(servers: Servers): Promise<Check[]> {
  const ended = await Promise.all(servers.all.map(({ archive, postgres }) => archive.isAtMoment(postgres)));
  const [there, prepared] = [ended.filter(Boolean).length, await servers.prepared()];
  return [
    {
      what: 'where recovery ended',
      seen: `at the restore point on ${there} of ${ended.length} nodes`,
      expected: 'on all',
      ok: there === ended.length,
    },
    {
      what: 'transactions that are left prepared',
      seen: String(prepared),
      expected: '0',
      ok: prepared === 0,
    },
  ];
}

export async function ledgerChecks(platform: FaultPlatform, traffic: Traffic, at: Moment): Promise<Check[]> {
  await allWebhooksReceived(platform);
  const verdict = await traffic.verdict(at.ledgers);
  const later = at.sentLater();
  let found = 0;
  for (const [table, column] of [
    ['meta', 'resource_id'],
    ['orders', 'note'],
  ] as const) {
    const rows = await platform.postgres.query(`SELECT FROM shop.${table} WHERE ${column} = ANY ($1)`, [
      later,
    ]);
    found += rows.length;
  }
  return [
    ledgerCheck(verdict),
    {
      what: 'what was sent after it',
      seen: `${found} of ${later.length} writes are there`,
      expected: '0, of some',
      ok: found === 0 && later.length > 0,
    },
  ];
}

function ledgerCheck({ acknowledged, lost, duplicated, halfDone }: Verdict): Check {
  const wrong = [...lost, ...duplicated, ...halfDone];
  if (wrong.length > 0) process.stdout.write(`${wrong.slice(0, 20).join('\n  ')}\n`);
  return {
    what: 'what was acknowledged before the moment, its events and their webhooks',
    seen: `${acknowledged} writes: ${lost.length} lost, ${duplicated.length} duplicated, ${halfDone.length} half-done`,
    expected: '0, 0, 0, of some',
    ok: wrong.length === 0 && acknowledged > 0,
  };
}

export async function credentials(
  platform: FaultPlatform,
  { app, oauthToken }: ExpectedState,
): Promise<Check[]> {
  const [shop] = platform.shops as [BenchShop];
  const api = platform.shopApi(shop);
  const headers = { 'secret-proof': secretProof(app.secret, oauthToken) };
  return [
    await answered('an access token', [200], api.get('/api/meta')),
    await answered(
      'an OAuth token, with the Secret-Proof of a sealed secret',
      [200],
      api.as(oauthToken).get('/api/meta', { headers }),
    ),
    await answered('the same without the proof', [401], api.as(oauthToken).get('/api/meta')),
    await answered(
      'an access token at the auth API',
      [200],
      platform.authApi(shop.token).get(`/api/shops/${shop.id}`),
    ),
  ];
}

async function answered(what: string, [expected]: [number], answer: Promise<Response>): Promise<Check> {
  const { status } = await answer;
  return { what, seen: String(status), expected: String(expected), ok: status === expected };
}

interface LastEvent {
  id: string;
  attributes: { sequence: number; epoch: number };
}

/**
 * Checks that the next event of each shop has the next sequence number in a new epoch. The webhook of this
 * event must be signed with the secret from before the restore.
 */
export async function streams(platform: FaultPlatform, known: ExpectedState): Promise<Check[]> {
  const gaps: string[] = [];
  let signed = 0;
  for (const shop of platform.shops) {
    const api = platform.shopApi(shop);
    const before = await lastEvent(api);
    const data = { type: 'meta', attributes: { resource_type: 'drill', resource_id: '1', data: {} } };
    await api.post('/api/meta', { data });
    const after = await lastEvent(api);
    const { sequence, epoch } = after.attributes;
    const epochs = `${known.heads.get(shop.id)!.epoch} → ${epoch}`;
    if (sequence !== before.attributes.sequence + 1 || epoch <= known.heads.get(shop.id)!.epoch)
      gaps.push(`${before.attributes.sequence} → ${sequence}, epoch ${epochs}`);
    if (isSigned(await webhookOf(platform, after), known.webhookSecrets.get(shop.id)!, after)) signed += 1;
  }
  const all = platform.shops.length;
  return [
    {
      what: 'the next event of each log',
      seen: gaps.length > 0 ? gaps.join('; ') : `the next number and a greater epoch in ${all} of ${all}`,
      expected: 'the next number, a greater epoch',
      ok: gaps.length === 0,
    },
    {
      what: 'its webhook, with the secret of before',
      seen: `verified in ${signed} of ${all}`,
      expected: 'all',
      ok: signed === all,
    },
  ];
}

async function lastEvent(api: HttpClient): Promise<LastEvent> {
  return (await api.get('/api/events?sort=-sequence&page[size]=1')).body.data[0] as LastEvent;
}

function webhookOf({ receiver }: FaultPlatform, { id }: LastEvent): Promise<Received> {
  const matching = () => receiver.received.find(({ headers }) => headers['webhook-id'] === id);
  return until('the webhook has come', () => Promise.resolve(matching()));
}

function isSigned({ text, headers, body }: Received, secret: string, { attributes }: LastEvent): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return body.sequence === attributes.sequence && body.epoch === attributes.epoch;
  } catch {
    return false;
  }
}
