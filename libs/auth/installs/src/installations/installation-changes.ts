import { Inject, Injectable } from '@nestjs/common';
import { announce, canonicalNetworks, isWider } from '@storewright/access';
import { type AuditEntry, recordAudit } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { App, Installation, OAuthToken, type Row } from '@storewright/entities';
import {
  ApiError,
  type DocumentRow,
  isUuid,
  notFound,
  type ParsedResource,
  refuseOthers,
} from '@storewright/json-api';
import type { SignedInOwner } from '@storewright/sessions';
import { Any } from 'typeorm';
import { ordered } from '../apps/app-input';
import { activeStates } from '../oauth-tokens/oauth-token.resource';
import { ISSUER } from '../oauth/issuer';
import { installations, type UpdateInstallation } from './installation.resource';
import { readInstallation } from './installation-rows';

type Entry = Pick<AuditEntry, 'kind' | 'detail'>;

interface InstallationChange {
  before: Row<Installation>;
  after: Row<Installation>;
}

/**
 * Changes an installation: suspension, allowed networks, daily limits, and scopes whose writes need approval
 * (docs/adr/suspensions.md, docs/adr/network-allow-lists.md, docs/adr/rate-limits.md, docs/adr/proposals.md).
 * Copies the values to the tokens, because the shop API cannot read installations.
 */
@Injectable()
export class InstallationChanges {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  /** Changes an installation. Does nothing if the installation already has the requested values. */
  change(
    shop_id: string,
    id: string,
    owner: SignedInOwner,
    input: ParsedResource<UpdateInstallation>,
  ): Promise<DocumentRow> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const before = await lockInstalled(transaction, shop_id, id);
      const shown = () => readInstallation({ shop_id, id }, transaction.of(Installation), this.issuer);
      refuseOthers(installations, input, (await shown())!);
      const after = { ...before, ...valuesAfter(before, input.attributes) };
      const entries = await entriesOf(transaction, { before, after });
      if (entries.length > 0) {
        await apply(transaction, after);
        await record(transaction, after, owner, entries);
        await announce(transaction, { shop_id });
      }
      return (await shown())!;
    });
  }
}

type Values = Required<Pick<Installation, keyof UpdateInstallation & keyof Installation>>;

function valuesAfter(before: Row<Installation>, sent: UpdateInstallation): Values {
  const { suspended, allowed_networks, ask_scopes, daily_request_limit, daily_write_limit } = {
    ...before,
    ...sent,
  };
  return {
    ...{ suspended, daily_request_limit, daily_write_limit },
    allowed_networks: allowed_networks && canonicalNetworks(allowed_networks),
    ask_scopes: ordered(ask_scopes),
  };
}

async function entriesOf(transaction: Transaction, { before, after }: InstallationChange): Promise<Entry[]> {
  const { id: installation_id, app_id, suspended, allowed_networks, ask_scopes } = after;
  const { daily_request_limit, daily_write_limit } = after;
  const entries: Entry[] = [];
  if (before.suspended !== suspended) {
    const kind = suspended ? 'installations.suspended' : 'installations.resumed';
    entries.push({ kind, detail: { installation_id } });
  }
  if (String(before.allowed_networks) !== String(allowed_networks)) {
    const app = await transaction.of(App).findOneByOrFail({ id: app_id });
    const widened = isWider(
      before.allowed_networks ?? app.allowed_networks,
      allowed_networks ?? app.allowed_networks,
    );
    const detail = { installation_id, allowed_networks, widened };
    entries.push({ kind: 'installations.networks_changed', detail });
  }
  if (before.ask_scopes.join() !== ask_scopes.join())
    entries.push({ kind: 'installations.approval_changed', detail: { installation_id, ask_scopes } });
  if (before.daily_request_limit !== daily_request_limit || before.daily_write_limit !== daily_write_limit) {
    const detail = { installation_id, daily_request_limit, daily_write_limit };
    entries.push({ kind: 'installations.limits_changed', detail });
  }
  return entries;
}

async function apply(transaction: Transaction, installation: Row<Installation>): Promise<void> {
  const { shop_id, id, suspended, allowed_networks, ask_scopes } = installation;
  const { daily_request_limit, daily_write_limit } = installation;
  const limits = { daily_request_limit, daily_write_limit };
  const values = { suspended, allowed_networks, ask_scopes: [...ask_scopes], ...limits };
  const next = { ...values, version: () => 'version + 1', updated_at: () => 'now()' };
  await transaction.of(Installation).update({ shop_id, id }, next);
  await transaction
    .of(OAuthToken)
    .update({ shop_id, installation_id: id, status: Any(activeStates) }, values);
}

async function record(
  transaction: Transaction,
  { shop_id, app_id }: Row<Installation>,
  { id: owner_id, request_id, session_id: token_id, browser_language: language }: SignedInOwner,
  entries: readonly Entry[],
): Promise<void> {
  const who = { shop_id, app_id, owner_id, request_id, token_id, language };
  for (const entry of entries) await recordAudit(transaction, { ...entry, ...who });
}

/** Locks an installation. Throws 404 for an unknown installation, and 409 if the app is uninstalled. */
async function lockInstalled(
  transaction: Transaction,
  shop_id: string,
  id: string,
): Promise<Row<Installation>> {
  const lock = { mode: 'pessimistic_write' } as const;
  const where = { shop_id, id };
  const installation = isUuid(id) && (await transaction.of(Installation).findOne({ where, lock }));
  if (!installation) throw notFound('installations', id);
  if (installation.status === 'installed') return installation;
  throw new ApiError('illegal_transition', {
    detail: 'The app is uninstalled. Install the app before you change its installation.',
  });
}
