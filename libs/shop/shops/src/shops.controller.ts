import { Controller, Get, Param } from '@nestjs/common';
import { Scope } from '@storewright/access';
import { AuthDatabase, readPage } from '@storewright/database';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentShop, type Shop, shopColumns, shops } from '@storewright/tenancy';

/** The shop of the token, and no other (specification §2.3). Its data is the auth API's, which also changes it. */
@Controller('api/shops')
export class ShopsController {
  constructor(private readonly database: AuthDatabase) {}

  @Get()
  @Scope('shops.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(shops) query: ListQuery): Promise<Render> {
    const { domain } = query.filters;
    const listing = {
      columns: shopColumns,
      from: `FROM auth.shops s WHERE s.id = $1${domain === undefined ? '' : ' AND s.domain = $2'}`,
      values: domain === undefined ? [id] : [id, domain],
      keys: { id: 's.id', domain: 's.domain', name: 's.name COLLATE "C"' },
    };
    return collectionDocument(
      shops,
      await readPage((statement) => this.database.query({}, statement), listing, query),
      query,
    );
  }

  @Get(':id')
  @Scope('shops.get')
  async get(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(shops) query: ObjectQuery,
  ): Promise<Render> {
    if (id.toLowerCase() !== shop.id) throw notFound('shops', id);
    const text = `SELECT ${shopColumns} FROM auth.shops s WHERE s.id = $1`;
    const [row] = await this.database.query({}, { name: 'shops-get', text, values: [shop.id] });
    if (!row) throw notFound('shops', id);
    return resourceDocument(shops, row, query);
  }
}
