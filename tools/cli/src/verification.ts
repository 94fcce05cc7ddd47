import { webhooks } from '@storewright/sdk';

/** True if the secret signed the webhook message. Ignores the age of the message. */
export async function verify(
  body: string,
  headers: Record<string, string>,
  secret: string,
): Promise<boolean> {
  try {
    await webhooks.verify(body, headers, secret, { now: Number(headers['webhook-timestamp']) * 1000 });
    return true;
  } catch (error) {
    if (error instanceof webhooks.WebhookVerificationError) return false;
    throw error;
  }
}
