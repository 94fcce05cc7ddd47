import { Injectable } from '@nestjs/common';
import type { SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, readPage } from '@storewright/database';
import { isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import { Apps } from './apps';

const columns = 'id, app_id, generation, created_at, expires_at';
const living = 'FROM auth.app_secrets WHERE app_id = $1 AND (expires_at IS NULL OR expires_at > now())';

const statements = {
  secret: `SELECT ${columns} ${living} AND id = $2`,
  statistics: 'SELECT count(*)::integer AS installed_shops FROM auth.shops_of_app($1)',
};

/** What a developer sees of an app besides what it says of itself. To anybody else the app is not there. */
@Injectable()
export class AppOverview {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
  ) {}

  async secrets(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const app = await this.apps.find({ owner, id: appId });
    const listing = { columns, from: living, values: [app['id']], keys: { id: 'id' } };
    return readPage((statement) => this.database.query({}, statement), listing, query);
  }

  async secret(owner: SignedInOwner, appId: string, id: string): Promise<Row> {
    const app = await this.apps.find({ owner, id: appId });
    const statement = { text: statements.secret, values: [app['id'], id] };
    const [row] = isUuid(id) ? await this.database.query({}, statement) : [];
    if (!row) throw notFound('app_secrets', id);
    return row;
  }

  async statistics(owner: SignedInOwner, id: string): Promise<Row> {
    const app = await this.apps.find({ owner, id });
    const statement = { text: statements.statistics, values: [app['id']] };
    const [row] = await this.database.query({ owner_id: owner.id }, statement);
    return { ...row, id: app['id'] };
  }
}
