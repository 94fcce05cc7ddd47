import { type Command, parsed, sessionOf } from '../command-line';
import { UsageError } from '../options';

const usage = 'storewright apps list';

interface Apps {
  data: { id: string; attributes: { name: string; webhook_url: string | null; scopes: string[] } }[];
  links: { next: string | null };
}

/** The apps of whoever has signed in. */
export const apps: Command = {
  usage,
  async run(words, terminal) {
    const { positionals } = parsed(words, {}, usage);
    if (positionals.join(' ') !== 'list') throw new UsageError(`it is called so: ${usage}`);
    const api = sessionOf(terminal);
    for (let path: string | undefined = '/api/apps'; path;) {
      const { document } = await api.send({ method: 'GET', path });
      const { data, links } = document as Apps;
      for (const { id, attributes } of data)
        terminal.print([id, attributes.name, attributes.webhook_url ?? 'no webhooks'].join('  '));
      path = links.next ? `/api/apps${new URL(links.next).search}` : undefined;
    }
  },
};
