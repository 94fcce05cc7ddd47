import { traceparent } from '@storewright/tracing';
import type { Setting } from './settings';

/**
 * For whom a transaction reads and writes; row-level security shows it these rows and no others.
 * `shop_id`: the tenant. `owner_id`: the signed-in person. `credential`: hex digest of what somebody presented: a token, or the email
 * of a sign-in. `app_id`: the app that a client says it is.
 */
export interface Context {
  shop_id?: string;
  owner_id?: string;
  credential?: string;
  app_id?: string;
  /** The installation or token whose share of the pool a transaction counts against. It is no setting. */
  client?: string | undefined;
}

const form: Record<Exclude<keyof Context, 'client'>, RegExp> = {
  shop_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  owner_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  credential: /^[0-9a-f]{64}$/,
  app_id: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
};

/**
 * The settings of a context. On a cluster their values are written into the text of `SET LOCAL`, so each is checked to be nothing but hex digits and dashes.
 */
export function settingsOf(context: Context): Setting[] {
  const settings: Setting[] = [];
  for (const name of ['shop_id', 'owner_id', 'credential', 'app_id'] as const) {
    const value = context[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' || !form[name].test(value)) throw new Error(`not a ${name}`);
    settings.push([`app.${name}`, value]);
  }
  return settings;
}

/**
 * Settings of the context and the trace of the request. Events that a transaction writes store the trace
 * (`shop.events.traceparent`).
 */
export function settingsWithTrace(context: Context): Setting[] {
  const settings = settingsOf(context);
  const trace = traceparent();
  if (trace !== undefined) settings.push(['app.traceparent', trace]);
  return settings;
}
