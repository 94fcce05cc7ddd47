import { listen } from '../commands/listen';
import type { Terminal } from '../terminal';
import type { TestShop } from './test-shop';

export interface Forwarded {
  shop: TestShop;
  token: string;
  secret: string;
  target: string;
  types: readonly string[];
}

/**
 * Posts the events of the test shop to the app as signed webhooks. Resolves when the forwarding follows the
 * event log. `ended` rejects if the API rejects a request.
 */
export async function forwardEvents(
  { shop, token, secret, target, types }: Forwarded,
  terminal: Terminal,
): Promise<{ ended: Promise<void> }> {
  const { base_url: baseUrl } = shop.attributes;
  const words = ['--to', target, '--base-url', baseUrl, ...types.flatMap((type) => ['--type', type])];
  const environment = { ...terminal.environment, STOREWRIGHT_TOKEN: token, WEBHOOK_SECRET: secret };
  let follow: () => void;
  const following = new Promise<void>((resolve) => (follow = resolve));
  const note = (line: string) => {
    terminal.note(line);
    follow();
  };
  const ended = listen.run(words, { ...terminal, environment, note });
  await Promise.race([following, ended]);
  return { ended };
}
