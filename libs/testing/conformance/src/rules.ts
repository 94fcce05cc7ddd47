import crypto from 'node:crypto';
import { aTenant } from '@storewright/api-testing';
import { decideUnread, ResourceRegistry, type ResourceRepository } from '@storewright/resources';
import type { Shop } from '@storewright/tenancy';
import { send } from './routes';
import type { Subject } from './subject';

const hooks = ['beforeInsert', 'beforeUpdate', 'beforeDelete'] as const;
type Hook = (...args: unknown[]) => unknown;

interface Call {
  hook: string;
  run: Hook;
  args: unknown[];
}

/** Tests that a resource rule can run twice: first without a row, then with the locked row. */
export function testRules(subject: Subject): void {
  if (subject.served.length === 0) return;
  describe('every rule', () => {
    afterEach(() => jest.restoreAllMocks());

    it('returns the same values when it runs twice without a row', async () => {
      const tenant = await aTenant(subject.api);
      const calls: Call[] = [];
      for (const repository of subject.api.application.get(ResourceRegistry).all) capture(repository, calls);
      for (const route of subject.writes) {
        const request = await subject.aRightRequest(route, { tenant });
        await send(tenant.http, request);
      }
      jest.restoreAllMocks();
      const shop: Shop = { ...tenant.shop, status: 'active', time_zone: 'UTC', currency_code: 'EUR' };
      const now = Date.now();
      jest.spyOn(Date, 'now').mockReturnValue(now);
      jest.spyOn(crypto, 'randomInt').mockImplementation(() => 1);
      expect(calls.length).toBeGreaterThan(0);
      for (const { hook, run, args } of calls) {
        const decide = () => decideUnread(shop, (row, tx) => run(...withStandIns(hook, args, row, tx)));
        expect([hook, decide()]).toEqual([hook, decide()]);
      }
    });
  });
}

function capture(repository: ResourceRepository, calls: Call[]): void {
  const { type } = repository.resource;
  const rules = repository as unknown as Record<string, Hook>;
  for (const name of hooks) {
    const run = rules[name]!.bind(repository);
    jest.spyOn(rules, name).mockImplementation((...args) => {
      calls.push({ hook: `${type}.${name}`, run, args });
      return run(...args);
    });
  }
}

function withStandIns(hook: string, [input]: unknown[], row: unknown, tx: unknown): unknown[] {
  if (hook.endsWith('beforeInsert')) return [input, tx];
  return hook.endsWith('beforeUpdate') ? [input, row, tx] : [row, tx];
}
