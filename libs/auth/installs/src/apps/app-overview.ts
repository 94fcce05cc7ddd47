import { Injectable } from '@nestjs/common';
import type { SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, readPage } from '@storewright/database';
import { isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import type { appSecrets, webhookSecrets } from './app-overview.resource';
import { Apps } from './apps';

const columns = 'id, app_id, generation, created_at, expires_at';
const statistics = 'SELECT count(*)::integer AS installed_shops FROM auth.shops_of_app($1)';

/** The two kinds of secrets that an app has: the resource bears the name of the table. */
type Secrets = typeof appSecrets | typeof webhookSecrets;
const living = ({ type }: Secrets) =>
  `FROM auth.${type} WHERE app_id = $1 AND (expires_at IS NULL OR expires_at > now())`;

/** What a developer sees of an app besides what it says of itself. To anybody else the app is not there. */
@Injectable()
export class AppOverview {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
  ) {}

  async secrets(kind: Secrets, owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const app = await this.apps.find({ owner, id: appId });
    const listing = { columns, from: living(kind), values: [app['id']], keys: { id: 'id' } };
    return readPage((statement) => this.database.query({}, statement), listing, query);
  }

  async secret(kind: Secrets, owner: SignedInOwner, appId: string, id: string): Promise<Row> {
    const app = await this.apps.find({ owner, id: appId });
    const statement = { text: `SELECT ${columns} ${living(kind)} AND id = $2`, values: [app['id'], id] };
    const [row] = isUuid(id) ? await this.database.query({}, statement) : [];
    if (!row) throw notFound(kind.type, id);
    return row;
  }

  async statistics(owner: SignedInOwner, id: string): Promise<Row> {
    const app = await this.apps.find({ owner, id });
    const statement = { text: statistics, values: [app['id']] };
    const [row] = await this.database.query({ owner_id: owner.id }, statement);
    return { ...row, id: app['id'] };
  }
}
