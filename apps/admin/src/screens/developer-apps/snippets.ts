/** Node.js code that verifies a webhook signature. Must equal the code in docs/webhooks.md. */
export const verification = {
  library: `import { Webhook } from 'standardwebhooks';

// throws if the signature is invalid
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, request.headers);`,

  sdk: `import { webhooks } from '@storewright/sdk';

// throws if the signature is invalid
const event = await webhooks.verify(rawBody, request.headers, process.env.WEBHOOK_SECRET);`,

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
 * Returns the command that forwards webhooks to this machine. The command downloads the CLI from the platform,
 * because anyone could register the package name in a public registry.
 */
export function listenCommand({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): string {
  return [
    `export STOREWRIGHT_BASE_URL=${baseUrl}`,
    'export STOREWRIGHT_TOKEN=swo_…',
    'export WEBHOOK_SECRET=whsec_…',
    `npx ${authUrl}/downloads/storewright-cli.tgz listen --to http://localhost:4000/webhooks`,
  ].join('\n');
}

interface Addresses {
  id: string;
  authUrl: string;
  baseUrl: string;
}

/**
 * Returns commands that exchange an installation nonce for a token, with client authentication if the app
 * requires it.
 */
export function exchangeCommands(
  { id, authUrl }: Addresses,
  { require_secret }: { require_secret: boolean },
): string {
  return [
    'export NONCE=…',
    ...(require_secret ? ['export APP_SECRET=swk_…'] : []),
    `curl ${require_secret ? `-u "${id}:$APP_SECRET" ` : ''}"${authUrl}/api/oauth_tokens/nonce/$NONCE"`,
  ].join('\n');
}

/**
 * Returns a curl command for a request that every token can send. Adds the header Secret-Proof if the app
 * requires a proof (docs/shop-api.md).
 */
export function callCommands({ baseUrl }: Addresses, { require_proof }: { require_proof: boolean }): string {
  const lines = [
    'export OAUTH_TOKEN=swo_…',
    ...(require_proof
      ? [
          'export APP_SECRET=swk_…',
          `PROOF=$(printf %s "$OAUTH_TOKEN" | openssl dgst -sha256 -hmac "$APP_SECRET" | sed 's/.* //')`,
        ]
      : []),
    `curl "${baseUrl}/api/installation" -H "Authorization: Bearer $OAUTH_TOKEN"`,
  ];
  return lines.join('\n') + (require_proof ? ' -H "Secret-Proof: $PROOF"' : '');
}
