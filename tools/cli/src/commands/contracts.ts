import { readFileSync } from 'node:fs';
import {
  checkContract,
  type Contract,
  ContractError,
  declarationsOf,
  parseContract,
} from '@storewright/contracts';
import { Transport } from '@storewright/sdk';
import { APP_FILE, readAppFile } from '../app-file/app-file';
import { commandOf, parsed, shopOptions } from '../command-line';
import { withCredentials } from '../credentials';
import { UnfinishedError, UsageError } from '../failures';
import { sessionOf } from '../session';
import type { Terminal } from '../terminal';

const CONTRACT_FILE = 'storewright.contract.json';

const usage = `storewright contracts publish [<file>] [--app <app>]
storewright contracts check [<file> …] [--base-url <address>|--openapi <file>]

publish stores the contract of your app on the platform, which then checks its changes against the contract.
check compares contracts with the API of a shop, or with an OpenAPI document. Lists each name that the API does not
declare or that is deprecated. The exit code is 1 if the API does not declare a name.

  <app>       id of the app; app_id in ${APP_FILE} by default
  <file>      contract that the SDK recorded; ${CONTRACT_FILE} by default`;

const help = {
  usage,
  summary: 'Publishes the contract of an app, or compares contracts with the API of a shop.',
  example: 'storewright contracts check --base-url https://demo-shop.shops.example',
};

/** Commands for an app's contract, which lists the API names that the app uses. */
export const contracts = commandOf(help, { check, publish });

interface Published {
  data: { attributes: { findings: { kind: string; text: string }[] } };
}

async function publish(words: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parsed(words, { app: { type: 'string' } }, usage);
  const [file = CONTRACT_FILE, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`usage:\n${usage}`);
  const app = values.app ?? readAppFile().app_id;
  if (!app)
    throw new UsageError(`${APP_FILE} has no app_id. Use --app, or run storewright apps deploy first.`);
  const { resources, events } = readContract(file);
  const { document } = await sessionOf(terminal).send({
    method: 'POST',
    path: `/api/apps/${encodeURIComponent(app)}/contracts`,
    body: { data: { type: 'app_contracts', attributes: { resources, events } } },
  });
  for (const { text } of (document as Published).data.attributes.findings) terminal.note(`warning: ${text}`);
  terminal.print(`published the contract of ${app}`);
}

async function check(words: string[], terminal: Terminal): Promise<void> {
  const options = { ...shopOptions, openapi: { type: 'string' } } as const;
  const { values, positionals } = parsed(words, options, usage);
  const files = positionals.length > 0 ? positionals : [CONTRACT_FILE];
  const read = files.map((file) => ({ file, contract: readContract(file) }));
  const document = values.openapi
    ? jsonOf(values.openapi)
    : await currentDocument(terminal, values['base-url']);
  const declarations = declarationsOf(document as object);
  if (Object.keys(declarations.resources).length === 0)
    throw new UsageError('the OpenAPI document describes no resources of a shop.');
  const undeclared = read.map(({ file, contract }) => {
    const findings = checkContract(contract, declarations);
    const app = contract.app?.name ?? file;
    for (const { kind, text } of findings)
      terminal.print(`${app}: ${kind === 'deprecated' ? 'warning: ' : ''}${text}`);
    warnOfCopies(app, contract, terminal);
    return findings.filter(({ kind }) => kind === 'undeclared').length;
  });
  const total = undeclared.reduce((sum, count) => sum + count, 0);
  if (total > 0)
    throw new UnfinishedError(`the API does not declare ${total} ${total === 1 ? 'name' : 'names'}.`);
  terminal.print('the API declares every name.');
}

/**
 * Warns if the app copies whole objects, because the app's contract then lacks the fields that the app reads.
 */
function warnOfCopies(app: string, { resources }: Contract, { note }: Terminal): void {
  for (const [type, { copied }] of Object.entries(resources))
    if (copied) note(`${app}: copies whole ${type}, so the contract can lack fields that the app reads.`);
}

/** Reads and validates a contract file. Throws UsageError with the path and the invalid member. */
export function readContract(file: string): Contract {
  try {
    return parseContract(jsonOf(file));
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new UsageError(`${file}${error.pointer && ` ${error.pointer}`}: ${error.message}`);
  }
}

function jsonOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(
      `${file} cannot be read. Run your tests with @storewright/sdk/record to write a contract.`,
    );
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${file} is not valid JSON.`);
  }
}

/**
 * Fetches the OpenAPI document of the selected shop. The request has no token, because the document is
 * public.
 */
async function currentDocument(terminal: Terminal, baseUrl?: string): Promise<unknown> {
  const { STOREWRIGHT_BASE_URL: url } = withCredentials(terminal.environment, baseUrl);
  if (!url) throw new UsageError('no shop is selected. Use --base-url or --openapi.');
  const transport = new Transport(url, {}, () => Promise.resolve({}));
  const { document } = await transport.send({
    method: 'GET',
    path: '/api/openapi.json',
    headers: { accept: 'application/json' },
  });
  return document;
}
