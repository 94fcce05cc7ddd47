import { Controller, Get, Param } from '@nestjs/common';
import { Scope } from '@storewright/access';
import { AuthDatabase, defineStatement, listing, readPage, selectColumns } from '@storewright/database';
import { Shop as StoredShop } from '@storewright/entities';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  notFound,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  withBodyEtag,
} from '@storewright/json-api';
import { CurrentShop, type Shop, shopColumns, shops, type ShownShop } from '@storewright/tenancy';

const find = defineStatement<ShownShop>('shops-get', (source) =>
  selectColumns(source.createQueryBuilder(StoredShop, 's'), shopColumns).where('s.id = :id'),
);

/**
 * Returns the shop that the token belongs to (docs/contract.md §7). Shops are created and updated through the
 * auth API.
 */
@Controller('api/shops')
export class ShopsController {
  constructor(private readonly database: AuthDatabase) {}

  @Get()
  @Scope('shops.collection')
  async list(@CurrentShop() { id }: Shop, @ListParameters(shops) query: ListQuery): Promise<Render> {
    const { domain } = query.filters;
    const own = selectColumns(this.database.createQueryBuilder(StoredShop, 's'), shopColumns).where(
      's.id = :id',
      { id },
    );
    if (domain !== undefined) own.andWhere('s.domain = :domain', { domain });
    const read = listing(own, { id: 's.id', domain: 's.domain', name: 's.name COLLATE "C"' });
    return collectionDocument(
      shops,
      await readPage((statement) => this.database.query({}, statement), read, query),
      query,
    );
  }

  @Get(':id')
  @Scope('shops.get')
  @Operation({ etag: true })
  async get(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @ObjectParameters(shops) query: ObjectQuery,
  ): Promise<Render> {
    if (id.toLowerCase() !== shop.id) throw notFound('shops', id);
    const [row] = await this.database.execute({}, find, { id: shop.id });
    if (!row) throw notFound('shops', id);
    return withBodyEtag(resourceDocument(shops, row, query));
  }
}
