import { type Command, parsed } from '../command-line';
import { UnfinishedError, UsageError } from '../failures';
import { livingIn } from '../installation';
import { sessionOf } from '../session';
import { isComplete, untilComplete } from '../waiting';

const usage = 'storewright install <app> --shop <domain> [--no-wait]';
const timeoutMs = 30_000;

interface App {
  id: string;
  attributes: { scopes: string[]; install_url: string };
}

/** Opens the grant screen of a shop in the browser, and waits until the owner has installed the app. */
export const install: Command = {
  usage,
  summary: 'Opens the grant screen of a shop, and waits until the app is installed.',
  example: 'storewright install 01a1fcc3-bb62-71d1-84a4-9a254e1fb862 --shop demo-shop',
  async run(words, terminal) {
    const options = { shop: { type: 'string' }, 'no-wait': { type: 'boolean' } } as const;
    const { values, positionals } = parsed(words, options, usage);
    const [id, ...more] = positionals;
    const { shop } = values;
    if (!id || !shop || more.length > 0) throw new UsageError(`usage: ${usage}`);
    const session = sessionOf(terminal);
    const path = `/api/apps/${encodeURIComponent(id)}`;
    const { document } = await session.send({ method: 'GET', path });
    const { data: app } = document as { data: App };
    const address = await grantScreen(session.authUrl, app.id, shop);
    terminal.print(address);
    const look = () => livingIn(session, path, shop);
    const before = await look();
    if (before && isComplete(before, app.attributes.scopes))
      return terminal.note(
        `${shop} already has the app with all its scopes; a new consent gives the app a new token`,
      );
    if (values['no-wait']) return;
    terminal.open(address, session.authUrl);
    terminal.note('open this URL as an owner of the shop and consent; waiting (Ctrl-C stops)');
    terminal.signal.addEventListener('abort', () => process.exit(0));
    const installation = await untilComplete({ look, ...app.attributes }, terminal);
    terminal.note(`installed in ${shop} as ${installation.id}; the app has its token`);
  },
};

/**
 * Requests the URL of the shop's grant screen from the auth API. An app without OAuth support gets a nonce
 * from the grant screen.
 */
async function grantScreen(authUrl: string, app: string, shop: string): Promise<string> {
  const query = new URLSearchParams({ client_id: app, shop, response_type: 'code' });
  const answer = await fetch(`${authUrl}/oauth/authorize?${query}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await answer.body?.cancel();
  const location = answer.headers.get('location') ?? '';
  const screen = URL.canParse(location) ? new URL(location) : undefined;
  if (answer.status === 400)
    throw new UsageError(
      `there is no shop ${JSON.stringify(shop)}; --shop is its domain, such as demo-shop.`,
    );
  if (!screen || !/^https?:$/.test(screen.protocol))
    throw new UnfinishedError(`the auth API returned status ${answer.status} for the grant screen.`);
  return screen.origin + screen.pathname;
}
