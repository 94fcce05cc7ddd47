import { Inject, Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase } from '@storewright/database';
import { AccessToken } from '@storewright/entities';
import type { DocumentRow } from '@storewright/json-api';
import type { SignedInMember } from '@storewright/members';
import { digestBytes, mintToken } from '@storewright/tokens';
import { IsNull } from 'typeorm';
import { lockActive, UNUSED_TOKEN_DAYS, withPrefix } from './access-tokens';

/**
 * Hours for which the previous text of a rotated access token stays valid. The first use of the new text ends
 * this period early.
 */
const OVERLAP_HOURS = 24;

interface RotatedToken {
  row: DocumentRow;
  token: string;
  previousExpiresAt: string;
}

/** Rotates access tokens without downtime for the scripts that use them (docs/adr/rotations.md). */
@Injectable()
export class TokenRotations {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(UNUSED_TOKEN_DAYS) private readonly unusedDays: number,
  ) {}

  /**
   * Replaces the text of an access token and returns the new text once. If the current text was never used,
   * the text before it stays valid.
   */
  rotate(
    shop_id: string,
    id: string,
    {
      id: owner_id,
      request_id,
      session_id: token_id,
      browser_language: language,
      membership,
    }: SignedInMember,
  ): Promise<RotatedToken> {
    const token = mintToken('access_token');
    return this.database.transaction({ shop_id }, async (transaction) => {
      const before = await lockActive(transaction, { shop_id, id }, this.unusedDays);
      membership.requireToGive(before.scopes);
      const { raw } = await transaction
        .of(AccessToken)
        .createQueryBuilder()
        .update({
          ...{ digest: digestBytes(token.digest), last_four: token.lastFour },
          previous_digest: () => 'CASE WHEN previous_expires_at > now() THEN previous_digest ELSE digest END',
          previous_expires_at: () => 'least(now() + make_interval(hours => :overlap), expires_at)',
          updated_at: () => 'now()',
        })
        .setParameters({ overlap: OVERLAP_HOURS })
        .where({ shop_id, id, session_id: IsNull() })
        .returning('last_four, previous_expires_at')
        .execute();
      const [changed] = raw as [{ last_four: string; previous_expires_at: string }];
      const previousExpiresAt = changed.previous_expires_at;
      const detail = { access_token_id: id, name: before.name, previous_expires_at: previousExpiresAt };
      const kind = 'access_tokens.rotated';
      await recordAudit(transaction, { kind, shop_id, owner_id, detail, request_id, token_id, language });
      await announce(transaction, { shop_id });
      return { row: withPrefix({ ...before, ...changed }), token: token.reveal(), previousExpiresAt };
    });
  }
}
