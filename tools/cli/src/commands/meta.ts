import type { MetaCondition } from '@storewright/sdk';
import { type Command, parsed, shopOf, shopOptions } from '../command-line';
import { UsageError } from '../failures';

const usage = `storewright meta get <type> <id>
storewright meta set <type> <id> <key>=<text>|<key>:=<json> …
storewright meta search <key> [=|!=|<|<=|>|>= <value>] [--type <type>]`;

const operators = ['=', '!=', '<', '<=', '>', '>='];
const wrong = () => new UsageError(`usage:\n${usage}`);

export const meta: Command = {
  usage,
  summary: 'Reads, changes and searches the metadata of resources.',
  example: 'storewright meta set orders 1001 colour=blue priority:=7',
  async run(words, terminal) {
    const options = { ...shopOptions, type: { type: 'string' } } as const;
    const { values, positionals } = parsed(words, options, usage);
    const [what, ...rest] = positionals;
    const shop = shopOf(terminal, values['base-url']);
    const print = (value: unknown) => terminal.print(JSON.stringify(value));
    if (what === 'search') {
      const of = values.type === undefined ? {} : { resource_type: values.type };
      for await (const { resource_type, resource_id, data } of shop.meta.search(conditionOf(rest), of))
        print({ resource_type, resource_id, data });
      return;
    }
    const [type, id, ...pairs] = rest;
    if (!type || !id) throw wrong();
    const target = shop.metaOf({ type, id });
    if (what === 'get' && pairs.length === 0) return print((await target.get()) ?? null);
    if (what !== 'set' || pairs.length === 0) throw wrong();
    print(await target.set(Object.fromEntries(pairs.map(pairOf))));
  },
};

/** Parses `key=text` and `key:=json` pairs, such as `colour=blue`, `priority:=7` and `old:=null`. */
function pairOf(text: string): [string, unknown] {
  const [, key, kind, value] = /^([^=]+?)(:?=)(.*)$/s.exec(text) ?? [];
  if (key === undefined) throw wrong();
  return [key, kind === '=' ? value : jsonOf(value!)];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`the value after := must be JSON. Use = for text.`);
  }
}

/** Parses a search condition. Converts a value to a number or boolean if possible. */
function conditionOf([key, operator, value, ...more]: string[]): MetaCondition {
  if (!key || more.length > 0) throw wrong();
  if (operator === undefined) return { key };
  if (!operators.includes(operator) || value === undefined) throw wrong();
  const scalar = /^(true|false|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(value) ? jsonOf(value) : value;
  return { key, operator: operator as '=', value: scalar as string };
}
