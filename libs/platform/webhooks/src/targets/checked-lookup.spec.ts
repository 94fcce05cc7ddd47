import type { LookupAddress } from 'node:dns';
import { NameServer } from '../testing/name-server';
import { checkedLookup, ForbiddenTarget } from './checked-lookup';
import { resolveByDns } from './resolve';

let names: NameServer;
beforeAll(async () => {
  names = await NameServer.start({
    'good.example': { A: ['93.184.215.14'], AAAA: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'] },
    'inside.example': { A: ['10.0.0.7'], AAAA: ['fd00:0:0:0:0:0:0:1'] },
    'mixed.example': { A: ['127.0.0.1', '93.184.215.14'], AAAA: ['0:0:0:0:0:ffff:a00:1'] },
    'loopback.example': { A: ['127.0.0.1'] },
    'hanging.example': null,
    localhost: { A: ['93.184.215.14'] },
  });
});
afterAll(() => names.stop());

function lookUp(
  name: string,
  { allowLoopback = false, family = 0 as 0 | 4 | 6, all = true, timeoutMs = 60_000 } = {},
) {
  const lookup = checkedLookup(
    { allowLoopback },
    resolveByDns({ servers: [names.address], timeoutMs, tries: 1 }),
  );
  return new Promise<LookupAddress[] | string>((settle, reject) =>
    lookup(name, { family, all }, (error, found) => (error ? reject(error) : settle(found as string))),
  );
}

it('checkedLookup returns all public IP addresses of a host name', async () => {
  const [four, six] = [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
  ];
  expect(await lookUp('good.example')).toEqual([four, six]);
  expect(await lookUp('good.example', { family: 6 })).toEqual([six]);
  expect(await lookUp('good.example', { all: false })).toBe(four!.address);
});

it('checkedLookup omits internal IP addresses of a host name', async () => {
  await expect(lookUp('inside.example')).rejects.toThrow(ForbiddenTarget);
  await expect(lookUp('inside.example', { allowLoopback: true })).rejects.toThrow(ForbiddenTarget);
  expect(await lookUp('mixed.example')).toEqual([{ address: '93.184.215.14', family: 4 }]);
  await expect(lookUp('mixed.example', { family: 6 })).rejects.toThrow(ForbiddenTarget);
});

it('checkedLookup returns loopback addresses only in development, and no other address for localhost', async () => {
  await expect(lookUp('loopback.example')).rejects.toThrow(ForbiddenTarget);
  expect(await lookUp('loopback.example', { allowLoopback: true })).toEqual([
    { address: '127.0.0.1', family: 4 },
  ]);
  await expect(lookUp('localhost')).rejects.toThrow(ForbiddenTarget);
  expect(await lookUp('app.localhost', { allowLoopback: true, family: 4 })).toEqual([
    { address: '127.0.0.1', family: 4 },
  ]);
});

it('checkedLookup fails with the error of the name server', async () => {
  await expect(lookUp('nowhere.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(lookUp('hanging.example', { timeoutMs: 200 })).rejects.toMatchObject({ code: 'ETIMEOUT' });
});

it('checkedLookup resolves a host name while lookups of unresponsive names hang', async () => {
  const hanging = Array.from({ length: 20 }, () => lookUp('hanging.example').catch(() => 'given up'));
  const first = await Promise.race([lookUp('good.example').then(() => 'found'), ...hanging]);
  expect(first).toBe('found');
  names.answerHeld();
  expect(new Set(await Promise.all(hanging))).toEqual(new Set(['given up']));
});
