import { readFileSync } from 'node:fs';
import { ApiError } from '@storewright/sdk';
import { type Command, parsed, shopOf, shopOptions } from '../command-line';
import { UsageError } from '../failures';
import { sessionOf } from '../session';
import type { Terminal } from '../terminal';

const methods = ['get', 'post', 'patch', 'delete'];
const usage = `storewright api ${methods.join('|')} <path> [--data <json>|@<file>|-] [--auth] [--base-url <address>]`;

export const api: Command = {
  usage,
  summary: 'Sends a request to the API of the shop, or to the auth API, and prints the response.',
  example: "storewright api get '/api/orders?page[size]=5'",
  async run(words, terminal) {
    const options = { ...shopOptions, data: { type: 'string' }, auth: { type: 'boolean' } } as const;
    const { values, positionals } = parsed(words, options, usage);
    const [method, path, ...more] = positionals;
    if (!methods.includes(method ?? '') || !path?.startsWith('/') || more.length > 0)
      throw new UsageError(`usage: ${usage}`);
    const transport = values.auth ? sessionOf(terminal) : shopOf(terminal, values['base-url']).transport;
    const body = values.data === undefined ? undefined : await bodyOf(values.data, terminal);
    const key = method === 'post' && {
      headers: { 'idempotency-key': crypto.randomUUID() },
      repeatable: !values.auth,
    };
    try {
      const { status, document } = await transport.send({
        method: method!.toUpperCase(),
        path,
        body,
        ...key,
      });
      terminal.note(String(status));
      if (document !== undefined) printJson(terminal, document);
    } catch (error) {
      if (error instanceof ApiError) printJson(terminal, { errors: error.errors });
      throw error;
    }
  },
};

async function bodyOf(data: string, terminal: Terminal): Promise<unknown> {
  const text = data === '-' ? await terminal.input() : data.startsWith('@') ? fileOf(data.slice(1)) : data;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError('--data must be JSON, @<file>, or - for the standard input.');
  }
}

function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as { code?: string }).code}).`);
  }
}

/** Prints JSON. JSON escapes control characters, so the data cannot add line breaks to the output. */
function printJson(terminal: Terminal, value: unknown): void {
  for (const line of JSON.stringify(value, null, 2).split('\n')) terminal.print(line);
}
