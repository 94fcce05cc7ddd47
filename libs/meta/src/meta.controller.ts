import { Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { type Attempt, Idempotent, once, Scope } from '@storewright/access';
import {
  Changes,
  created,
  IfMatch,
  type Input,
  List,
  type ListQuery,
  many,
  NewObject,
  nothing,
  type ObjectQuery,
  one,
  type Render,
  type Row,
  Shown,
} from '@storewright/json-api';
import { CurrentShop, type RowsOfShop, type Shop, ShopRows } from '@storewright/tenancy';
import type { CreateMeta, UpdateMeta } from './meta.dto';
import { meta } from './meta.resource';
import { changeMeta, createMeta, deleteMeta, findMeta, growSegments, listMeta } from './meta.rows';

@Controller('api/meta')
export class MetaController {
  constructor(private readonly rows: ShopRows) {}

  @Get()
  @Scope('meta.collection')
  async list(@CurrentShop() shop: Shop, @List(meta) query: ListQuery): Promise<Render> {
    return many(meta, await listMeta(this.rows.of(shop), shop.id, query), query);
  }

  @Post()
  @Scope('meta.post')
  async create(
    @CurrentShop() shop: Shop,
    @Shown(meta) query: ObjectQuery,
    @NewObject(meta) input: Input<CreateMeta>,
    @Idempotent() attempt?: Attempt,
  ): Promise<Render> {
    const rows = this.rows.of(shop);
    let row: Row | undefined;
    const create = async (within: Pick<RowsOfShop, 'write'>): Promise<Render> => {
      row = await createMeta(within, shop.id, input);
      return created(meta, row, query);
    };
    const answer = attempt ? await once(rows, attempt, create) : await create(rows);
    if (row) await growSegments(rows, shop.id, row);
    return answer;
  }

  @Get(':id')
  @Scope('meta.get')
  async get(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @Shown(meta) query: ObjectQuery,
  ): Promise<Render> {
    return one(meta, await findMeta(this.rows.of(shop), shop.id, id), query);
  }

  @Patch(':id')
  @Scope('meta.patch')
  async update(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @Shown(meta) query: ObjectQuery,
    @Changes(meta) { attributes }: Input<UpdateMeta>,
    @IfMatch() ifMatch?: string,
  ): Promise<Render> {
    return one(
      meta,
      await changeMeta(this.rows.of(shop), { shop_id: shop.id, id, ifMatch }, attributes),
      query,
    );
  }

  @Delete(':id')
  @Scope('meta.delete')
  async delete(
    @CurrentShop() shop: Shop,
    @Param('id') id: string,
    @Shown(meta) _query: ObjectQuery,
    @IfMatch() ifMatch?: string,
  ): Promise<Render> {
    await deleteMeta(this.rows.of(shop), { shop_id: shop.id, id, ifMatch });
    return nothing();
  }
}
