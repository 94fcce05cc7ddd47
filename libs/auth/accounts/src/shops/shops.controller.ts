import { Controller, Get } from '@nestjs/common';
import { AuthDatabase, readPage } from '@storewright/database';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  resourceDocument,
} from '@storewright/json-api';
import { CurrentShop, type Shop } from '@storewright/tenancy';
import { shopColumns, shops } from '@storewright/tenancy';
import { CurrentOwner, OwnsShopOrHoldsToken, SignedIn, type SignedInOwner } from '../sessions/signed-in';

const ofOwner = 'FROM auth.shop_owners o JOIN auth.shops s ON s.id = o.shop_id WHERE o.owner_id = $1';

@Controller('api/shops')
export class ShopsController {
  constructor(private readonly database: AuthDatabase) {}

  /** The shops of the signed-in person. */
  @Get()
  @SignedIn()
  async list(
    @CurrentOwner() { id }: SignedInOwner,
    @ListParameters(shops) query: ListQuery,
  ): Promise<Render> {
    const { domain } = query.filters;
    const listing = {
      columns: shopColumns,
      from: `${ofOwner}${domain === undefined ? '' : ' AND s.domain = $2'}`,
      values: [id, ...(domain === undefined ? [] : [domain])],
      keys: { id: 's.id', domain: 's.domain', name: 's.name' },
    };
    const page = await readPage(
      (statement) => this.database.query({ owner_id: id }, statement),
      listing,
      query,
    );
    return collectionDocument(shops, page, query);
  }

  @Get(':shop_id')
  @OwnsShopOrHoldsToken()
  async show(@CurrentShop() { id }: Shop, @ObjectParameters(shops) query: ObjectQuery): Promise<Render> {
    const statement = { text: `SELECT ${shopColumns} FROM auth.shops s WHERE s.id = $1`, values: [id] };
    const [row] = await this.database.query({}, statement);
    return resourceDocument(shops, row!, query);
  }
}
