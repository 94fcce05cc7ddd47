import { commandOf, parsed } from '../command-line';
import { UsageError } from '../failures';
import { listed, sessionOf } from '../session';
import type { Terminal } from '../terminal';

const usage = `storewright shops list
storewright shops create <domain> [--name <name>]
storewright shops reset <domain>
storewright shops remove <domain>`;

interface TestShop {
  id: string;
  attributes: { domain: string; base_url: string; status: string };
}

const path = '/api/test_shops';
const help = {
  usage,
  summary: 'Manages your test shops.',
  example: 'storewright shops create labels-test --name "Labels, for tests"',
};

export const shops = commandOf(help, { list, create, reset, remove });

async function list(words: string[], terminal: Terminal): Promise<void> {
  const { positionals } = parsed(words, {}, 'storewright shops list');
  if (positionals.length > 0) throw new UsageError('usage: storewright shops list');
  for await (const shop of listed<TestShop>(sessionOf(terminal), path)) print(shop, terminal);
}

async function create(words: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parsed(words, { name: { type: 'string' } } as const, `\n${usage}`);
  const domain = only(positionals);
  const body = { data: { type: 'test_shops', attributes: { domain, name: values.name ?? domain } } };
  const { document } = await sessionOf(terminal).send({ method: 'POST', path, body });
  terminal.note('the shop is being filled; "storewright shops list" shows when it is ready');
  print((document as { data: TestShop }).data, terminal);
}

async function reset(words: string[], terminal: Terminal): Promise<void> {
  const { id } = await shopOf(words, terminal);
  const { document } = await sessionOf(terminal).send({ method: 'POST', path: `${path}/${id}/resets` });
  print((document as { data: TestShop }).data, terminal);
}

async function remove(words: string[], terminal: Terminal): Promise<void> {
  const { id, attributes } = await shopOf(words, terminal);
  await sessionOf(terminal).send({ method: 'DELETE', path: `${path}/${id}` });
  terminal.note(`${attributes.domain} is closed and is being deleted`);
}

async function shopOf(words: string[], terminal: Terminal): Promise<TestShop> {
  const domain = only(parsed(words, {}, `\n${usage}`).positionals);
  for await (const shop of listed<TestShop>(sessionOf(terminal), path))
    if (shop.attributes.domain === domain) return shop;
  throw new UsageError(`you have no test shop "${domain}"`);
}

function only(words: readonly string[]): string {
  if (words.length !== 1) throw new UsageError(`usage:\n${usage}`);
  return words[0]!;
}

function print({ attributes: { domain, status, base_url } }: TestShop, terminal: Terminal): void {
  terminal.print([domain, status, base_url].join('  '));
}
