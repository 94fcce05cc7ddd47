import { Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit, type SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { ApiError, type ErrorFields, shown } from '@storewright/json-api';
import { digestOf, mintNonce } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';
import { ordered } from '../apps/app-input';
import { withParameters } from '../apps/app-url';
import { recordInstallation } from './installation-events';

/** How long the app may take to exchange the nonce (CONTRACT §4). */
const nonceLife = "interval '10 minutes'";

const statements = {
  /** Shared, so that the app can't change what it asks for between the check and the commit. */
  app: 'SELECT id, install_url, scopes FROM auth.apps WHERE id = $1 AND deleted_at IS NULL FOR SHARE',
  insert: `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status) VALUES ($1, $2, $3, $4, 'installed')
    ON CONFLICT (shop_id, app_id) DO NOTHING RETURNING id`,
  lock: 'SELECT id, scopes, status FROM auth.installations WHERE shop_id = $1 AND app_id = $2 FOR UPDATE',
  update: `UPDATE auth.installations SET scopes = $3, status = 'installed', uninstalled_at = NULL, version = version + 1, updated_at = now(),
      installed_at = CASE status WHEN 'installed' THEN installed_at ELSE now() END
    WHERE shop_id = $1 AND id = $2`,
  /** What the owner agreed to last holds for every token of the installation. */
  rescope: `UPDATE auth.oauth_tokens SET scopes = $3, updated_at = now()
    WHERE shop_id = $1 AND installation_id = $2 AND status IN ('pending', 'active')`,
  token: `INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes) VALUES ($1, $2, $3, $4, 'pending', $5)`,
  nonce: `INSERT INTO auth.nonces (digest, shop_id, oauth_token_id, created_at, expires_at)
    VALUES (decode($1, 'hex'), $2, $3, clock_timestamp(), clock_timestamp() + ${nonceLife})`,
};

/** What an owner agrees to. */
export interface Consent {
  app_id: string;
  /** Absent: everything that the app asks for. */
  scopes?: string[] | null;
  /** The scopes are all that the app asks for: if it asks for more by now, the owner has to look again. */
  complete?: boolean;
  /** Comes back on the install URL, as it is. */
  state?: string | null;
}

/** The app is not there, or does not ask for what the owner agreed to (any more). */
export class ConsentOutdated extends ApiError {
  constructor(fields: ErrorFields) {
    super('invalid_attribute', fields);
  }
}

interface App {
  id: string;
  install_url: string;
  scopes: string[];
}

/** An installation under lock. */
interface Agreement {
  shop_id: string;
  app_id: string;
  id: string;
  scopes: string[];
  /** What was agreed to before; none: the app was not installed. */
  before?: string[];
}

/** The owner agrees: installation, pending token, nonce and audit entry, all or nothing (CONTRACT §4). */
@Injectable()
export class Grants {
  constructor(private readonly database: AuthDatabase) {}

  /** The installation's id, and where the owner's browser goes next. */
  grant(
    shop_id: string,
    owner: SignedInOwner,
    { app_id, scopes, complete, state }: Consent,
  ): Promise<{ id: string; redirectTo: string }> {
    const nonce = mintNonce();
    return this.database.transaction({ shop_id }, async (transaction) => {
      const app = await readApp(transaction, app_id);
      const agreed = ordered(scopes ?? app.scopes);
      checkAsked(agreed, app, complete);
      const agreement = await install(transaction, shop_id, app.id, agreed);
      const oauth_token_id = await addPendingToken(transaction, agreement);
      await transaction.query({ text: statements.nonce, values: [digestOf(nonce), shop_id, oauth_token_id] });
      await audit(transaction, agreement, owner);
      await tell(transaction, agreement);
      const parameters = { nonce, ...(typeof state === 'string' ? { state } : {}) };
      return { id: agreement.id, redirectTo: withParameters(app.install_url, parameters) };
    });
  }
}

async function readApp(transaction: Transaction, id: string): Promise<App> {
  const [app] = await transaction.query({ text: statements.app, values: [id] });
  if (app) return app as unknown as App;
  throw new ConsentOutdated({
    detail: `There is no app with the id "${shown(id)}".`,
    source: { pointer: '/data/attributes/app_id' },
    meta: { attribute: 'app_id' },
  });
}

/** The app may have changed what it asks for after the owner saw it: then the owner has to look again. */
function checkAsked(agreed: readonly string[], { scopes }: App, complete = false): void {
  const beyond = agreed.filter((scope) => !scopes.includes(scope));
  if (beyond.length === 0 && !(complete && agreed.length < scopes.length)) return;
  throw new ConsentOutdated({
    detail: `The app asks for ${scopes.join(', ') || 'nothing'}, not for ${(beyond.length ? beyond : agreed).join(', ') || 'nothing'}.`,
    source: { pointer: '/data/attributes/scopes' },
    meta: { attribute: 'scopes', asked: scopes },
  });
}

/** One installation for each app and shop, however many requests race: the second one waits for the row of the first. */
async function install(
  transaction: Transaction,
  shop_id: string,
  app_id: string,
  scopes: string[],
): Promise<Agreement> {
  const [made] = await transaction.query({
    text: statements.insert,
    values: [shop_id, uuidv7(), app_id, scopes],
  });
  if (made) return { shop_id, app_id, id: String(made['id']), scopes };
  const [row] = await transaction.query({ text: statements.lock, values: [shop_id, app_id] });
  const { id, status, scopes: earlier } = row as unknown as { id: string; status: string; scopes: string[] };
  const before = status === 'installed' ? earlier : undefined;
  if (!before || before.join() !== scopes.join()) {
    await transaction.query({ text: statements.update, values: [shop_id, id, scopes] });
    await transaction.query({ text: statements.rescope, values: [shop_id, id, scopes] });
    await announce(transaction, { shop_id });
  }
  return { shop_id, app_id, id, scopes, ...(before ? { before } : {}) };
}

async function addPendingToken(
  transaction: Transaction,
  { shop_id, app_id, id, scopes }: Agreement,
): Promise<string> {
  const token = uuidv7();
  await transaction.query({ text: statements.token, values: [shop_id, token, id, app_id, scopes] });
  return token;
}

/** Agreeing to the same once more is no event. */
async function tell(transaction: Transaction, agreement: Agreement): Promise<void> {
  const { scopes, before } = agreement;
  if (!before) return recordInstallation(transaction, agreement, 'created');
  if (before.join() !== scopes.join())
    await recordInstallation(transaction, agreement, 'scopes_changed', ['scopes']);
}

function audit(transaction: Transaction, agreement: Agreement, owner: SignedInOwner): Promise<void> {
  const { shop_id, app_id, id, scopes, before } = agreement;
  const changes = before && {
    added: scopes.filter((scope) => !before.includes(scope)),
    dropped: before.filter((scope) => !scopes.includes(scope)),
  };
  return recordAudit(transaction, {
    kind: 'installations.granted',
    detail: { installation_id: id, scopes, ...changes },
    ...{ shop_id, app_id, owner_id: owner.id, request_id: owner.request_id },
  });
}
