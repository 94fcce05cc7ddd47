import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { StepUpNotRequired, DeviceMay } from '@storewright/access';
import {
  collectionDocument,
  created,
  ListParameters,
  type ListQuery,
  NewObject,
  noContent,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type ParsedResource,
  type Render,
  resourceDocument,
  withoutClientId,
} from '@storewright/json-api';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';
import { type CreateTestShop, testShops } from './test-shop.resource';
import { TestShops } from './test-shops';

@Controller('api/test_shops')
export class TestShopsController {
  constructor(private readonly store: TestShops) {}

  @Get()
  @SignedIn()
  @DeviceMay('storewright shops list', 'storewright shops reset', 'storewright shops remove')
  async list(
    @CurrentOwner() owner: SignedInOwner,
    @ListParameters(testShops) query: ListQuery,
  ): Promise<Render> {
    return collectionDocument(testShops, await this.store.list(owner, query), query);
  }

  /** Creates a test shop. A background job adds the demo data a few seconds later. */
  @Post()
  @SignedIn()
  @DeviceMay('storewright shops create')
  @StepUpNotRequired('the new shop holds sample data and belongs to the person')
  async create(
    @CurrentOwner() owner: SignedInOwner,
    @ObjectParameters(testShops) query: ObjectQuery,
    @NewObject(testShops) input: ParsedResource<CreateTestShop>,
  ): Promise<Render> {
    return created(testShops, await this.store.create(owner, withoutClientId(input)), query);
  }

  @Get(':id')
  @SignedIn()
  @DeviceMay('storewright dev')
  async show(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(testShops) query: ObjectQuery,
  ): Promise<Render> {
    return resourceDocument(testShops, await this.store.find(owner, id.toLowerCase()), query);
  }

  @Delete(':id')
  @SignedIn()
  @DeviceMay('storewright shops remove')
  @StepUpNotRequired('a test shop holds sample data and belongs to the person')
  async delete(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(testShops) _query: ObjectQuery,
  ): Promise<Render> {
    await this.store.delete(owner, id.toLowerCase());
    return noContent();
  }

  @Post(':id/resets')
  @SignedIn()
  @DeviceMay('storewright shops reset')
  @StepUpNotRequired('installations and tokens stay')
  @Operation({ errors: ['illegal_transition'] })
  async reset(
    @CurrentOwner() owner: SignedInOwner,
    @Param('id') id: string,
    @ObjectParameters(testShops) query: ObjectQuery,
  ): Promise<Render> {
    return created(testShops, await this.store.reset(owner, id.toLowerCase()), query);
  }
}
