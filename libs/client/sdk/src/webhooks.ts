import { StorewrightError } from './errors';
import { fromBase64, hmac, isEqual } from './hmac';
import { installedRecorder } from './installed-recorder';
import type { Recording } from './recording';
import type { WebhookEvent } from './webhook-events';

export { type WebhookEvent, type WebhookEventType, webhookEventTypes } from './webhook-events';

/** Reason for a failed webhook verification. */
export type VerificationFailure = 'missing_header' | 'malformed_header' | 'too_old' | 'too_new' | 'no_match';

/** Thrown if the signature or the time of a webhook cannot be verified. Respond with status 400 or 401. */
export class WebhookVerificationError extends StorewrightError {
  override name = 'WebhookVerificationError';

  constructor(
    readonly reason: VerificationFailure,
    message: string,
  ) {
    super(message);
  }
}

/** Request headers as in Node.js, the Fetch API and most frameworks. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /**
   * Maximum difference in seconds between the timestamp of the webhook and the current time. Defaults to 300.
   */
  toleranceSeconds?: number;
  /** Current time in milliseconds since 1970. Defaults to the time of the local clock. */
  now?: number;
  /** Contract recorder, which records the events that the app handles and the members that the app reads. */
  contract?: Recording | undefined;
}

/**
 * Verifies the signature of a webhook (Standard Webhooks) and returns the event.
 *
 * @param body the received bytes; verification fails for a body that was parsed and serialized again
 * @param secret `whsec_…`, or several secrets during a rotation
 * @throws WebhookVerificationError
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now(), contract = installedRecorder() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('The body is a parsed object. Pass the received text or bytes.');
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
      'No signature matches. Check that the secret is current and that the body is the unchanged received text.',
    );
  const event = { ...(JSON.parse(text) as WebhookEvent), id };
  return contract ? contract.event(event) : event;
}

/** Verifies the webhook in a Request of the Fetch API, as in Deno, Bun and Workers. */
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
  if (!value) throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`);
  return value;
}

function checkTime(timestamp: string, now: number, tolerance: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('malformed_header', 'webhook-timestamp must be a time in seconds.');
  const age = now - Number(timestamp);
  if (Math.abs(age) <= tolerance) return;
  const [reason, apart] = age > 0 ? (['too_old', 'past'] as const) : (['too_new', 'future'] as const);
  throw new WebhookVerificationError(
    reason,
    `The message was sent ${Math.round(Math.abs(age))} s in the ${apart} according to the clock ` +
      'of this machine. Either the message was delayed, or a clock is wrong.',
  );
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : undefined;
  if (!key?.length)
    throw new TypeError('The webhook secret is invalid. It must be whsec_ followed by base64.');
  return key;
}

/**
 * Returns the signatures of version v1 in the header. Ignores unknown versions, as Standard Webhooks
 * requires.
 */
function signaturesOf(header: string): Uint8Array[] {
  return header.split(' ').flatMap((each) => {
    const [version, signature] = each.split(',', 2);
    return (version === 'v1' && fromBase64(signature ?? '')) || [];
  });
}
