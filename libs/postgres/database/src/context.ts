import type { Setting } from '@storewright/postgres-driver';
import { traceparent } from '@storewright/tracing';

export interface Context {
  shop_id?: string;
  /** Id of the signed-in person whose rows the transaction can access. */
  owner_id?: string;
  /** SHA-256 of the token in the request, or of the email address at a sign-in, in hexadecimal. */
  credential?: string;
  /** Id of the app that a client claims to be. */
  app_id?: string;
  /**
   * Id of the installation or token that requested the transaction. Used to divide the connection pool
   * fairly, and not sent to the database.
   */
  client?: string | undefined;
}

const formats: Record<Exclude<keyof Context, 'client'>, RegExp> = {
  shop_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  owner_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  credential: /^[0-9a-f]{64}$/,
  app_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};

/**
 * Returns the Postgres settings that row-level security reads. Throws if a value contains characters other
 * than hex digits and dashes, because on Citus the text of a `SET LOCAL` statement contains the values.
 */
export function settingsOf(context: Context): Setting[] {
  const settings: Setting[] = [];
  for (const name of ['shop_id', 'owner_id', 'credential', 'app_id'] as const) {
    const value = context[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !formats[name].test(value)) throw new Error(`invalid ${name}`);
    settings.push([`app.${name}`, value]);
  }
  return settings;
}

/**
 * Returns the Postgres settings that row-level security reads, and the trace context of the request, which
 * events store (`shop.events.traceparent`).
 */
export function settingsWithTrace(context: Context): Setting[] {
  const settings = settingsOf(context);
  const trace = traceparent();
  if (trace !== undefined) settings.push(['app.traceparent', trace]);
  return settings;
}
