import { bodyOf, headersOf } from '@storewright/webhook-message';
import { verify } from './verification';

/**
 * Sends a webhook message to a receiver. Returns the response status, or undefined if the receiver does not
 * respond.
 */
export type Send = (message: {
  headers: Record<string, string>;
  body: string;
}) => Promise<number | undefined>;

export interface Finding {
  ok: boolean;
  text: string;
}

const day = 86_400;
/** Clock offsets of the webhook receiver in seconds that the diagnosis tests, in both directions. */
const shifts = [600, 3_600, day].flatMap((seconds) => [seconds, -seconds]);

/**
 * Returns a test message with unusual white space, escapes and a trailing zero, so that parsing and
 * serializing it changes its bytes.
 */
function oddBody(shop: { id: string; domain: string }, at: number): string {
  const resource =
    '{ "type": "meta", "id": "00000000-0000-7000-8000-000000000000", "attributes": { ' +
    '"resource_type": "doctor", "resource_id": "doctor", "data": { "note": "\\u00fc", "number": 1.0 ' +
    '} } }';
  const event = { id: '', type: 'meta.created', occurred_at: new Date(at).toISOString(), resource };
  return bodyOf({ ...event, changed: [], sequence: null, epoch: null }, shop);
}

const isTaken = (status: number | undefined) => status !== undefined && status >= 200 && status < 300;

/** Sends valid and invalid webhook messages to a receiver. Explains wrong responses. */
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
  if (genuine === undefined) return [{ ok: false, text: 'The URL does not respond.' }];
  if (genuine === 404 || genuine === 405)
    return [{ ok: false, text: `The URL returned status ${genuine}. It does not accept webhooks.` }];
  if (isTaken(await answered(stranger)))
    return [{ ok: false, text: 'The receiver accepts a wrong signature: it does not check signatures.' }];
  if (!isTaken(genuine))
    return [{ ok: false, text: await whyRefused(answered, { secret, previous, body, now }) }];
  const old = isTaken(await answered(secret, now - 600_000));
  return [
    { ok: true, text: `The receiver accepts a valid signature (${genuine}) and rejects a wrong one.` },
    old
      ? {
          ok: false,
          text:
            'The receiver accepts a message that is ten minutes old. Compare webhook-timestamp with the ' +
            'current time to prevent replays.',
        }
      : { ok: true, text: 'The receiver rejects a message that is ten minutes old.' },
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
    return (
      'The receiver verifies a body that was parsed and serialized again (JSON.stringify). Pass the ' +
      'received bytes, before any body parser.'
    );
  if (previous !== undefined && isTaken(await answered(previous)))
    return (
      'The receiver knows the previous secret (WEBHOOK_SECRET_PREVIOUS). Set the new secret. For a ' +
      'day after a rotation, the platform signs with both secrets.'
    );
  for (const shift of shifts)
    if (isTaken(await answered(secret, now + shift * 1000)))
      return (
        'The receiver’s clock is wrong: the receiver accepts messages that were sent about ' +
        `${Math.abs(shift) / 60} minutes ${shift > 0 ? 'in the future' : 'in the past'}.`
      );
  return (
    'The receiver rejects a valid message. Either it knows another secret than WEBHOOK_SECRET, or ' +
    'it changes the body in another way. Use --delivery to see what the platform sent.'
  );
}

/**
 * Checks the signature of a webhook message that the platform sent. Compares the received body with the sent
 * body.
 */
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
      at > 0 && 'WEBHOOK_SECRET is the previous secret, which expires a day after its replacement.';
    return { ok: !older, text: older || 'WEBHOOK_SECRET signed the message of the platform.' };
  }
  return {
    ok: false,
    text: 'WEBHOOK_SECRET did not sign the message of the platform: it belongs to another app or has expired.',
  };
}

function bytesOf(sent: string, came: string): Finding {
  if (sent === came) return { ok: true, text: 'The received body equals the sent body.' };
  if (sent.trim() === came.trim())
    return { ok: false, text: 'The received body has different white space around it.' };
  try {
    if (JSON.stringify(JSON.parse(sent)) === JSON.stringify(JSON.parse(came)))
      return {
        ok: false,
        text: 'The received body was parsed and serialized again: same content, different bytes.',
      };
  } catch {
    // Then it is something else altogether.
  }
  return { ok: false, text: 'The received body differs from the sent body.' };
}
