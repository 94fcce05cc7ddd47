/** JavaScript for Node that checks a webhook, as docs/webhooks.md has it. */
export const verification = {
  library: `import { Webhook } from 'standardwebhooks';

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, request.headers); // throws where it is not genuine`,

  sdk: `import { webhooks } from '@storewright/sdk';

const event = await webhooks.verify(rawBody, request.headers, process.env.WEBHOOK_SECRET); // throws where it is not genuine`,

  plain: `import { createHmac, timingSafeEqual } from 'node:crypto';

function verify(secret, headers, rawBody) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) throw new Error('too old');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\${rawBody}\`).digest();
  const genuine = signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!genuine) throw new Error('not genuine');
  return JSON.parse(rawBody);
}`,
} as const;

/**
 * What posts the events of a shop to this machine. The command line comes from the platform itself: no registry is asked for a name that may be somebody else's.
 */
export function listenCommand({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): string {
  return [
    `export STOREWRIGHT_BASE_URL=${baseUrl}`,
    'export STOREWRIGHT_TOKEN=swo_…',
    'export WEBHOOK_SECRET=whsec_…',
    `npx ${authUrl}/downloads/storewright-cli.tgz listen --to http://localhost:4000/webhooks`,
  ].join('\n');
}
