import { mintNonce } from '@storewright/tokens';
import { statusOf } from '../http';
import { countByName, formatCounts } from '../numbers';
import { makeNonces } from '../people';
import type { Attack } from './attack';

const pathOf = (nonce: string) => `/api/oauth_tokens/nonce/${nonce}`;

/**
 * Guesses installation nonces from one IP address while an app at a different address exchanges a valid
 * nonce.
 */
export const nonceGuesses: Attack = async ({ stage, ports, loud, short }) => {
  const [known] = await makeNonces(stage.client, loud, 1);
  const guesses = await Promise.all(
    Array.from({ length: 300 }, () =>
      statusOf({ port: ports.auth, path: pathOf(mintNonce()), localAddress: '127.0.0.9' }),
    ),
  );
  const statuses = countByName(guesses);
  const other = await statusOf({ port: ports.auth, path: pathOf(known!) });
  const of = (status: number) => statuses.get(String(status)) ?? 0;
  // A short attack also accepts 503, because a busy machine can delay requests.
  const busy = short ? of(503) : 0;
  return [
    {
      sent: '300 guesses of nonces, and an exchange from elsewhere',
      seen: `${formatCounts(statuses)}; exchange ${other}`,
      expected: `404 for 100 and those under way, then 429${short ? ' or 503' : ''}; exchange 200`,
      ok:
        other === 200 &&
        of(404) <= 200 &&
        of(429) + busy >= 100 &&
        of(404) + of(429) + busy === guesses.length,
    },
  ];
};

/**
 * Exchanges each installation nonce in two hundred concurrent requests on two instances of the auth API. All
 * requests must succeed, but each nonce must create only one token.
 */
export const nonceRaces: Attack = async ({ stage, ports, loud, short }) => {
  const nonces = await makeNonces(stage.client, loud, short ? 3 : 50);
  const races = short ? 50 : 200;
  const statuses: number[] = [];
  for (const nonce of nonces)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: races }, (_, at) =>
          statusOf({ port: at % 2 ? ports.auth : ports.otherAuth, path: pathOf(nonce) }),
        ),
      )),
    );
  const { rows } = await stage.client.query<{ count: string }>(
    `SELECT count(DISTINCT oauth_token_id) FROM auth.nonces WHERE exchanged_at IS NOT NULL AND shop_id = $1`,
    [loud.id],
  );
  const all = countByName(statuses);
  return [
    {
      sent: `${nonces.length} × ${races} exchanges on two instances`,
      seen: `${formatCounts(all)}; ${rows[0]!.count} tokens`,
      expected: `200 always; a token of each nonce`,
      // The number of tokens includes the token for the nonce that the attack `nonceGuesses` exchanged.
      ok: all.size === 1 && all.has('200') && Number(rows[0]!.count) === nonces.length + 1,
    },
  ];
};
