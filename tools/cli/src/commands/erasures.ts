import { erasures as sdk } from '@storewright/sdk';
import { addressOf, commandOf, parsed } from '../command-line';
import { withCredentials } from '../credentials';
import { UsageError } from '../failures';
import type { Terminal } from '../terminal';

const usage = `storewright erasures confirm <webhook-id> [--auth-url <address>]

  <webhook-id>  id of the request to erase data

Environment:
  APP_ID, APP_SECRET  credentials of the app`;

const help = {
  usage,
  summary: 'Confirms that an app erased the data of a customer or of a shop.',
  example: 'storewright erasures confirm 01a1fcc5-3e68-74f2-a1b1-e27dab4ba126',
};

export const erasures = commandOf(help, { confirm });

async function confirm(words: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parsed(words, { 'auth-url': { type: 'string' } }, usage);
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new UsageError(`usage: ${usage}`);
  const { environment } = terminal;
  const url = values['auth-url'] ?? withCredentials(environment)['STOREWRIGHT_AUTH_URL'];
  if (!url) throw new UsageError('--auth-url is required, such as http://localhost:3001.');
  const { APP_ID, APP_SECRET } = environment;
  if (!APP_ID || !APP_SECRET) throw new UsageError('set APP_ID and APP_SECRET, the credentials of the app.');
  const authUrl = addressOf(url, '--auth-url');
  const { shopId, confirmedAt } = await sdk.confirm(id, { authUrl, app: { id: APP_ID, secret: APP_SECRET } });
  terminal.print(`confirmed at ${confirmedAt} for the shop ${shopId}`);
}
