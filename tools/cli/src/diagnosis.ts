import { bodyOf, headersOf } from '@storewright/webhook-message';
import { verify } from './verification';

/** What a receiver answered to one message; undefined: nothing. */
export type Send = (message: {
  headers: Record<string, string>;
  body: string;
}) => Promise<number | undefined>;

export interface Finding {
  ok: boolean;
  text: string;
}

const day = 86_400;
/** How far a receiver's clock is looked for, in seconds. */
const shifts = [600, 3_600, day].flatMap((seconds) => [seconds, -seconds]);

/**
 * A test whose bytes nobody would write: spaces, escapes, a number with a zero behind. What parses it and writes it again has other bytes.
 */
function oddBody(shop: { id: string; domain: string }, at: number): string {
  const resource =
    '{ "type": "meta", "id": "00000000-0000-7000-8000-000000000000", "attributes": { "resource_type": "doctor", "resource_id": "doctor", "data": { "note": "\\u00fc", "number": 1.0 } } }';
  const event = { id: '', type: 'meta.created', occurred_at: new Date(at).toISOString(), resource };
  return bodyOf({ ...event, changed: [], sequence: null, epoch: null }, shop);
}

const isTaken = (status: number | undefined) => status !== undefined && status >= 200 && status < 300;

/** Sends a receiver what is genuine and what is not, and says why it takes the wrong ones. */
export async function examine(
  send: Send,
  { secret, previous, now }: { secret: string; previous: string | undefined; now: number },
): Promise<Finding[]> {
  const body = oddBody({ id: '00000000-0000-7000-8000-000000000000', domain: 'doctor' }, now);
  let count = 0;
  const answered = (by: string, at = now, signed = body) => {
    const id = `doctor-${now}-${(count += 1)}`;
    return send({ headers: headersOf({ id, at, body: signed }, [by]), body });
  };
  const stranger = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const genuine = await answered(secret);
  if (genuine === undefined) return [{ ok: false, text: 'Nobody answers at the address.' }];
  if (genuine === 404 || genuine === 405)
    return [{ ok: false, text: `The address answers ${genuine}: it is not where webhooks are received.` }];
  if (isTaken(await answered(stranger)))
    return [{ ok: false, text: 'It takes what anybody signs: it does not check signatures.' }];
  if (!isTaken(genuine))
    return [{ ok: false, text: await whyRefused(answered, { secret, previous, body, now }) }];
  const old = isTaken(await answered(secret, now - 600_000));
  return [
    { ok: true, text: `It takes what is genuine (${genuine}), and refuses what somebody else signed.` },
    old
      ? {
          ok: false,
          text: 'It takes what is ten minutes old: compare webhook-timestamp with the time, so that a caught message cannot be sent again.',
        }
      : { ok: true, text: 'It refuses what is ten minutes old.' },
  ];
}

async function whyRefused(
  answered: (by: string, at?: number, signed?: string) => Promise<number | undefined>,
  {
    secret,
    previous,
    body,
    now,
  }: { secret: string; previous: string | undefined; body: string; now: number },
): Promise<string> {
  if (isTaken(await answered(secret, now, JSON.stringify(JSON.parse(body)))))
    return 'It verifies a body that was parsed and written again (JSON.stringify): give the bytes as they came, before any body parser.';
  if (previous !== undefined && isTaken(await answered(previous)))
    return 'It knows the secret before this one (WEBHOOK_SECRET_PREVIOUS): set the new one. For a day after a rotation the platform signs with both.';
  for (const shift of shifts)
    if (isTaken(await answered(secret, now + shift * 1000)))
      return `Its clock is wrong: it takes what is sent about ${Math.abs(shift) / 60} minutes ${shift > 0 ? 'in the future' : 'in the past'}.`;
  return 'It refuses what is genuine: it knows another secret than WEBHOOK_SECRET, or changes the body in another way. Look with --delivery at what the platform sent.';
}

/** What the platform sent, and what came at the receiver. */
export async function compare(
  sent: { headers: Record<string, string>; body: string },
  { secret, came }: { secret: string; came: string | undefined },
): Promise<Finding[]> {
  return [await signatureOf(sent, secret), ...(came === undefined ? [] : [bytesOf(sent.body, came)])];
}

async function signatureOf(
  { headers, body }: { headers: Record<string, string>; body: string },
  secret: string,
): Promise<Finding> {
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  for (const [at, signature] of signatures.entries()) {
    if (!(await verify(body, { ...headers, 'webhook-signature': signature }, secret))) continue;
    const older =
      at > 0 && 'WEBHOOK_SECRET is the one before the newest: it ends a day after it was replaced.';
    return { ok: !older, text: older || 'WEBHOOK_SECRET signed what the platform sent.' };
  }
  return {
    ok: false,
    text: 'WEBHOOK_SECRET did not sign what the platform sent: it is another app’s, or one that has ended.',
  };
}

function bytesOf(sent: string, came: string): Finding {
  if (sent === came) return { ok: true, text: 'The body came as it was sent, byte for byte.' };
  if (sent.trim() === came.trim())
    return { ok: false, text: 'The body has other white space around it than was sent.' };
  try {
    if (JSON.stringify(JSON.parse(sent)) === JSON.stringify(JSON.parse(came)))
      return { ok: false, text: 'The body was parsed and written again: it says the same in other bytes.' };
  } catch {
    // Then it is something else altogether.
  }
  return { ok: false, text: 'The body is not what was sent.' };
}
