import { StorewrightError } from './errors';
import { fromBase64, hmac, isEqual } from './hmac';
import type { WebhookEvent } from './webhook-events';

export { type WebhookEvent, type WebhookEventType, webhookEventTypes } from './webhook-events';

/** Why a message is not taken for one of the platform. */
export type VerificationFailure = 'missing_header' | 'malformed_header' | 'too_old' | 'too_new' | 'no_match';

/** The message is not what the platform sent, or nobody can tell. Answer 400 or 401. */
export class WebhookVerificationError extends StorewrightError {
  override name = 'WebhookVerificationError';

  constructor(
    readonly reason: VerificationFailure,
    message: string,
  ) {
    super(message);
  }
}

/** As Node, Fetch and most frameworks give them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** How far the sender's clock and ours may be apart, the way included; 300 where absent. */
  toleranceSeconds?: number;
  /** The time; ms since 1970. */
  now?: number;
}

/**
 * Checks that the message was sent by the platform (Standard Webhooks) and gives its event.
 *
 * @param body as it came, byte for byte: what was parsed and written again does not verify
 * @param secret `whsec_…`; several while one is being replaced
 * @throws WebhookVerificationError
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('The body is the text or the bytes that came, not what was parsed of them.');
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  checkTime(timestamp, now / 1000, toleranceSeconds);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = new Uint8Array(signed.length + bytes.length);
  content.set(signed);
  content.set(bytes, signed.length);
  const expected = await Promise.all([secret].flat().map((each) => hmac(keyOf(each), content)));
  const given = signaturesOf(signatures);
  if (!expected.some((one) => given.some((other) => isEqual(one, other))))
    throw new WebhookVerificationError(
      'no_match',
      'No signature of the message matches: it was signed with another secret, or the body is not what was sent, byte for byte.',
    );
  return { ...(JSON.parse(text) as WebhookEvent), id };
}

/** The same of a request of the Fetch API, as Deno, Bun and Workers have it. */
export async function verifyRequest(
  request: Request,
  secret: string | readonly string[],
  options?: VerifyOptions,
): Promise<WebhookEvent> {
  return verify(new Uint8Array(await request.arrayBuffer()), request.headers, secret, options);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  const [value] = [found ?? undefined].flat();
  if (!value) throw new WebhookVerificationError('missing_header', `The message has no ${name}.`);
  return value;
}

function checkTime(timestamp: string, now: number, tolerance: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('malformed_header', 'webhook-timestamp is no time in seconds.');
  const age = now - Number(timestamp);
  if (Math.abs(age) <= tolerance) return;
  const [reason, apart] = age > 0 ? (['too_old', 'past'] as const) : (['too_new', 'future'] as const);
  throw new WebhookVerificationError(
    reason,
    `The message was sent ${Math.round(Math.abs(age))} s in the ${apart}, by this machine's clock: it was held back, or a clock is wrong.`,
  );
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : undefined;
  if (!key?.length) throw new TypeError('A webhook secret is whsec_ and bytes in base64.');
  return key;
}

/** Of version 1; others are passed over, as Standard Webhooks has it. */
function signaturesOf(header: string): Uint8Array[] {
  return header.split(' ').flatMap((each) => {
    const [version, signature] = each.split(',', 2);
    return (version === 'v1' && fromBase64(signature ?? '')) || [];
  });
}
