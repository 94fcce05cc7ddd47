import { readFileSync } from 'node:fs';
import { parseToken, type PlainToken, tokensIn } from '@storewright/tokens';
import { addressOf, authApi, commandOf, parsed } from '../command-line';
import { withCredentials } from '../credentials';
import { UsageError } from '../failures';
import type { Terminal } from '../terminal';

const usage = `storewright tokens report [<file> …] [--auth-url <address>]

The platform ends the access of each valid token within a second. No account is required.`;

/** Maximum number of leaked tokens in one report (docs/auth-api.md). */
const MAX_REPORTED_TOKENS = 100;

const help = {
  usage,
  summary: 'Finds leaked tokens in files or on standard input, and reports them.',
  example: 'storewright tokens report leaked.txt',
};

export const tokens = commandOf(help, { report });

async function report(words: string[], terminal: Terminal): Promise<void> {
  const { values, positionals: files } = parsed(words, { 'auth-url': { type: 'string' } }, usage);
  const { STOREWRIGHT_AUTH_URL: stored } = withCredentials(terminal.environment);
  const url = values['auth-url'] ?? stored;
  if (!url) throw new UsageError('--auth-url is required, such as http://localhost:3001.');
  const api = authApi(addressOf(url, '--auth-url'));
  const texts = files.length > 0 ? files.map(textOf) : [await terminal.input()];
  const found = texts.flatMap(tokensIn).map((token) => token.reveal());
  const leaked = [...new Set(found)];
  if (leaked.length === 0) throw new UsageError('the input contains no token of Storewright.');
  for (let at = 0; at < leaked.length; at += MAX_REPORTED_TOKENS) {
    const attributes = { tokens: leaked.slice(at, at + MAX_REPORTED_TOKENS) };
    const body = { data: { type: 'token_reports', attributes } };
    await api.send({ method: 'POST', path: '/api/token_reports', body, repeatable: true });
  }
  terminal.print(`${leaked.length} reported: ${countsOf(leaked.map((each) => parseToken(each)!))}`);
}

/**
 * Reads the file that an argument names. Throws if the argument is itself a token, because other users of the
 * machine can read arguments.
 */
function textOf(file: string): string {
  if (parseToken(file)) throw new UsageError('put tokens into a file or standard input, not into arguments.');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`cannot read the file ${JSON.stringify(file)}.`);
  }
}

function countsOf(all: readonly PlainToken[]): string {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds.map((kind) => `${all.filter((each) => each.kind === kind).length} ${kind}`).join(', ');
}
