import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { App, Installation, OAuthToken } from '@storewright/entities';
import { cancelShopErasures } from '@storewright/erasures';
import { shown } from '@storewright/json-api';
import type { SignedInMember } from '@storewright/members';
import { digestBytes, digestOf, mintNonce } from '@storewright/tokens';
import { Any, IsNull, type Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AgentRedirects } from '../agents/agent-redirects';
import { ordered } from '../apps/app-input';
import { withParameters } from '@storewright/app-listings';
import { nonces } from '../oauth-tokens/nonce-exchange';
import { Nonce } from '../oauth-tokens/nonce.entity';
import { activeStates } from '../oauth-tokens/oauth-token.resource';
import { ISSUER } from '../oauth/issuer';
import { checkAsked, checkSeen, ConsentOutdated } from './consent-outdated';
import { type Held, nothingHeld, withdrawnAfter } from './consent-scopes';
import { recordInstallation } from './installation-events';
import { initialRights, type TokenRights, tokenRights } from './token-rights';

/** Lifetime of a nonce in seconds (docs/contract.md §4). */
const NONCE_LIFE_SECONDS = 10 * 60;

export interface Consent {
  app_id: string;
  /**
   * Granted scopes. Defaults to the scopes that the app requires and the optional scopes that the app already
   * has.
   */
  scopes?: string[] | null;
  /**
   * If true, `scopes` must contain every required scope of the app that the shop has not withdrawn. Otherwise
   * the owner must see the grant screen again.
   */
  complete?: boolean;
  /**
   * Scopes that the grant screen showed as granted, or null if the app was not installed. The grant fails if
   * the current scopes differ. If this member is absent, the grant replaces any scopes.
   */
  granted_scopes?: string[] | null;
  /** Value of the parameter `state`, which the platform appends unchanged to the install URL. */
  state?: string | null;
  /**
   * Present if the installation started as an OAuth request. The redirect to the install URL then contains
   * the nonce as `code`, and the issuer (RFC 6749 §4.1.2, RFC 9207).
   */
  authorization?: Authorization | undefined;
  /** IP address of the owner, for the rate limit on reading client metadata documents of AI agents. */
  address?: string;
}

export interface Authorization {
  /** PKCE challenge (RFC 7636). The exchange of the code requires the verifier of this challenge. */
  code_challenge?: string | undefined;
  /** Redirect URI of an AI agent. Absent for an app, which has a registered install URL. */
  redirect_uri?: string | undefined;
}

type Agreed = Pick<Installation, 'shop_id' | 'app_id' | 'scopes'>;

/** The locked installation of an app, with the scopes that a grant gives to the app. */
interface Agreement extends Agreed, TokenRights {
  id: string;
  /** Scopes that the shop had granted to the app before. Absent if the app was not installed. */
  before?: string[];
}

interface Granted {
  id: string;
  redirectTo: string;
}

/**
 * Grants scopes to an app. Writes the installation, a pending token, the nonce and the audit log entry in one
 * transaction (docs/contract.md §4).
 */
@Injectable()
export class Grants {
  @Inject(AgentRedirects)
  private readonly agents: AgentRedirects;

  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(App, 'auth') private readonly apps: Repository<App>,
    @InjectRepository(Installation, 'auth') private readonly installations: Repository<Installation>,
    @InjectRepository(OAuthToken, 'auth') private readonly tokens: Repository<OAuthToken>,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  async grant(shop_id: string, owner: SignedInMember, consent: Consent): Promise<Granted> {
    // Runs before the transaction, because the check may request the client metadata document of an AI agent.
    await this.agents.check(consent);
    const granted = await this.agree(shop_id, owner, consent);
    nonces.inc({ outcome: 'made' });
    return granted;
  }

  private agree(
    shop_id: string,
    owner: SignedInMember,
    { app_id, scopes, complete, granted_scopes, state, authorization }: Consent,
  ): Promise<Granted> {
    const nonce = mintNonce();
    return this.database.transaction({ shop_id }, async (transaction) => {
      const app = await this.lockApp(transaction, app_id);
      const held = await this.lockHeld(transaction, { shop_id, app_id: app.id });
      const required = app.scopes.filter((scope) => !held.withdrawn_scopes.includes(scope));
      const kept = app.optional_scopes.filter((scope) => held.scopes.includes(scope));
      const agreed = ordered(scopes ?? [...required, ...kept]);
      checkAsked(agreed, app, complete ? required : []);
      owner.membership.requireToGive(agreed);
      const agreement = await this.install(transaction, { shop_id, app_id: app.id, scopes: agreed }, app);
      checkSeen(granted_scopes, agreement);
      await this.endOlderNonces(transaction, agreement);
      const { code_challenge = null, redirect_uri } = authorization ?? {};
      const isAgent = app.client_url !== null;
      await this.addPendingToken(transaction, agreement, {
        ...{ digest: digestBytes(digestOf(nonce)), code_challenge },
        redirect_uri: isAgent ? redirect_uri! : null,
      });
      await audit(transaction, agreement, owner);
      await tell(transaction, agreement, this.issuer);
      const parameters = {
        ...(authorization ? { code: nonce } : { nonce }),
        ...(typeof state === 'string' ? { state } : {}),
        ...(authorization ? { iss: this.issuer } : {}),
      };
      return {
        id: agreement.id,
        redirectTo: withParameters(isAgent ? redirect_uri! : app.install_url, parameters),
      };
    });
  }

  /** Takes a shared lock on the app, so that the app cannot change its requested scopes before the commit. */
  private async lockApp(transaction: Transaction, id: string): Promise<App> {
    const [where, lock] = [{ id, deleted_at: IsNull() }, { mode: 'pessimistic_read' } as const];
    const app = await transaction.of(this.apps).findOne({ where, lock });
    if (app) return app;
    throw new ConsentOutdated({
      detail: `No app has the id "${shown(id)}".`,
      source: { pointer: '/data/attributes/app_id' },
      meta: { attribute: 'app_id' },
    });
  }

  /** Locks the installation and returns its scopes. A reinstalled app starts without withdrawn scopes. */
  private async lockHeld(
    transaction: Transaction,
    { shop_id, app_id }: Pick<Installation, 'shop_id' | 'app_id'>,
  ): Promise<Held> {
    const where = { shop_id, app_id, status: 'installed' } as const;
    const lock = { mode: 'pessimistic_write' } as const;
    return (await transaction.of(this.installations).findOne({ where, lock })) ?? nothingHeld;
  }

  /**
   * Creates the installation. If several grants for one app and shop run concurrently, one inserts the row
   * and the others wait for it.
   */
  private async install(transaction: Transaction, agreed: Agreed, app: App): Promise<Agreement> {
    const installations = transaction.of(this.installations);
    const { shop_id, app_id, scopes } = agreed;
    const initial = { ...agreed, ...initialRights(app.client_url !== null) };
    const insert = installations
      .createQueryBuilder()
      .insert()
      .values({ ...initial, id: uuidv7(), status: 'installed' });
    const { raw } = await insert.orIgnore().updateEntity(false).returning('id').execute();
    const [created] = raw as Pick<Installation, 'id'>[];
    if (created) return { ...initial, id: created.id };
    const lock = { mode: 'pessimistic_write' } as const;
    const earlier = await installations.findOneOrFail({ where: { shop_id, app_id }, lock });
    const before = earlier.status === 'installed' ? earlier.scopes : undefined;
    if (before?.join() !== scopes.join()) await this.renew(transaction, earlier, scopes, app);
    return { ...tokenRights(earlier), ...agreed, id: earlier.id, ...(before ? { before } : {}) };
  }

  private async renew(
    transaction: Transaction,
    earlier: Installation,
    scopes: string[],
    app: App,
  ): Promise<void> {
    const { shop_id, id, status } = earlier;
    const held = status === 'installed' ? earlier : nothingHeld;
    const addsScopes = scopes.some((scope) => !held.scopes.includes(scope));
    await transaction.of(this.installations).update(
      { shop_id, id },
      {
        ...{ scopes, status: 'installed', uninstalled_at: null },
        withdrawn_scopes: withdrawnAfter(held, scopes, app),
        ...{ version: () => 'version + 1', updated_at: () => 'now()' },
        scopes_granted_at: () => (addsScopes ? 'now()' : 'coalesce(scopes_granted_at, updated_at)'),
        ...(status === 'installed' ? {} : { installed_at: () => 'now()' }),
      },
    );
    if (status === 'uninstalled') await cancelShopErasures(transaction, { shop_id, installation_id: id });
    await transaction
      .of(this.tokens)
      .update(
        { shop_id, installation_id: id, status: Any(activeStates) },
        { scopes, updated_at: () => 'now()' },
      );
    await announce(transaction, { shop_id });
  }

  /**
   * Invalidates earlier nonces and their pending tokens. Otherwise a later exchange of an earlier nonce would
   * end the newer token.
   */
  private async endOlderNonces(
    transaction: Transaction,
    { shop_id, id: installation_id }: Agreement,
  ): Promise<void> {
    await transaction
      .of(this.tokens)
      .update(
        { shop_id, installation_id, status: 'pending' },
        { status: 'superseded', updated_at: () => 'now()' },
      );
  }

  private async addPendingToken(
    transaction: Transaction,
    agreement: Agreement,
    nonce: Pick<Nonce, 'digest' | 'code_challenge' | 'redirect_uri'>,
  ): Promise<void> {
    const { shop_id, app_id, id: installation_id } = agreement;
    const oauth_token_id = uuidv7();
    const token = { shop_id, id: oauth_token_id, installation_id, app_id, ...tokenRights(agreement) };
    const family_id = nonce.redirect_uri === null ? null : oauth_token_id;
    await transaction.of(this.tokens).insert({ ...token, family_id, status: 'pending' });
    await transaction
      .of(Nonce)
      .createQueryBuilder()
      .insert()
      .values({
        ...{ ...nonce, shop_id, oauth_token_id },
        created_at: () => 'clock_timestamp()',
        expires_at: () => 'clock_timestamp() + make_interval(secs => :NONCE_LIFE_SECONDS)',
      })
      .setParameters({ NONCE_LIFE_SECONDS })
      .execute();
  }
}

/** Writes the event of a new installation or of changed scopes. Does nothing if the scopes are unchanged. */
async function tell(transaction: Transaction, agreement: Agreement, issuer: string): Promise<void> {
  const { shop_id, id, scopes, before } = agreement;
  if (!before) return recordInstallation(transaction, { shop_id, id, issuer }, 'created');
  if (before.join() !== scopes.join())
    await recordInstallation(transaction, { shop_id, id, issuer }, 'scopes_changed', [
      'scopes',
      'withdrawn_scopes',
    ]);
}

function audit(transaction: Transaction, agreement: Agreement, owner: SignedInMember): Promise<void> {
  const { shop_id, app_id, id, scopes, before } = agreement;
  const changes = before && {
    added: scopes.filter((scope) => !before.includes(scope)),
    dropped: before.filter((scope) => !scopes.includes(scope)),
  };
  return recordAudit(transaction, {
    kind: 'installations.granted',
    detail: { installation_id: id, scopes, ...changes },
    ...{ shop_id, app_id, owner_id: owner.id, request_id: owner.request_id, token_id: owner.session_id },
    language: owner.browser_language,
  });
}
