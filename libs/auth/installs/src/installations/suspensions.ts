import { Inject, Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { Installation, OAuthToken, type Row } from '@storewright/entities';
import {
  ApiError,
  type DocumentRow,
  isUuid,
  notFound,
  type ParsedResource,
  refuseOthers,
} from '@storewright/json-api';
import type { SignedInOwner } from '@storewright/sessions';
import { ISSUER } from '../oauth/issuer';
import { installations, type UpdateInstallation } from './installation.resource';
import { readInstallation } from './installation-rows';

/**
 * Suspends and resumes apps (docs/adr/suspensions.md). A suspended installation gets no further token, so the flag of
 * its active token is a complete copy.
 */
@Injectable()
export class Suspensions {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  /** Does nothing if the app already has the requested state. */
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
      const { suspended = before.suspended } = input.attributes;
      if (suspended !== before.suspended) await this.apply(transaction, { ...before, suspended }, owner);
      return (await shown())!;
    });
  }

  private async apply(
    transaction: Transaction,
    { shop_id, id, app_id, suspended }: Row<Installation>,
    { id: owner_id, request_id, browser_language: language }: SignedInOwner,
  ): Promise<void> {
    const next = { suspended, version: () => 'version + 1', updated_at: () => 'now()' };
    await transaction.of(Installation).update({ shop_id, id }, next);
    await transaction
      .of(OAuthToken)
      .update({ shop_id, installation_id: id, status: 'active' }, { suspended });
    const kind = suspended ? 'installations.suspended' : 'installations.resumed';
    const detail = { installation_id: id };
    await recordAudit(transaction, { kind, shop_id, app_id, owner_id, detail, request_id, language });
    await announce(transaction, { shop_id });
  }
}

/** Locks the installation. Throws 404 for an unknown installation, and 409 if the app is uninstalled. */
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
    detail: 'The app is uninstalled. Only an installed app can be changed.',
  });
}
