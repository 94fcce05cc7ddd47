import { Injectable } from '@nestjs/common';
import type { Session } from '@storewright/accounts';
import { AuthDatabase } from '@storewright/database';
import { isUuid, notFound, type Row } from '@storewright/json-api';
import { mintToken } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';

/** Shorter than any session may idle (30 minutes), so a session can't idle away under a living token. */
const life = "interval '15 minutes'";
const columns = 'id, shop_id, scopes, expires_at';

const statements = {
  endDead: 'DELETE FROM auth.access_tokens WHERE shop_id = $1 AND session_id = $2 AND expires_at <= now()',
  insert: `INSERT INTO auth.access_tokens (shop_id, id, session_id, name, digest, last_four, expires_at)
    SELECT $1, $2, s.id, 'admin panel', decode($4, 'hex'), $5, least(now() + ${life}, s.expires_at) FROM auth.sessions s WHERE s.id = $3 FOR SHARE
    RETURNING ${columns}`,
  find: `SELECT ${columns} FROM auth.access_tokens WHERE shop_id = $1 AND session_id = $2 AND id = $3 AND expires_at > now()`,
};

/**
 * Access tokens that the admin panel gets for itself: all scopes, a quarter of an hour. They fall with their session's row, however that ends, so
 * whoever checks a token has no session to look at.
 */
@Injectable()
export class SessionTokens {
  constructor(private readonly database: AuthDatabase) {}

  /** Undefined where the session has ended meanwhile. */
  create(shop_id: string, session: Session): Promise<Row | undefined> {
    const token = mintToken('access_token');
    return this.database.transaction({ shop_id }, async (transaction) => {
      await transaction.query({ text: statements.endDead, values: [shop_id, session.id] });
      const values = [shop_id, uuidv7(), session.id, token.digest, token.lastFour];
      const [row] = await transaction.query({ text: statements.insert, values });
      return row && { ...row, token: token.reveal() };
    });
  }

  /** One of this session's own. */
  async find(shop_id: string, session: Session, id: string): Promise<Row> {
    const statement = { text: statements.find, values: [shop_id, session.id, id] };
    const [row] = isUuid(id) ? await this.database.query({ shop_id }, statement) : [];
    if (!row) throw notFound('session_tokens', id);
    return row;
  }
}
