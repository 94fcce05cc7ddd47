import { Controller, Get, Inject, Param, type Type } from '@nestjs/common';
import { type CliCommand, DeviceMay } from '@storewright/access';
import {
  collectionDocument,
  ListParameters,
  type ListQuery,
  ObjectParameters,
  type ObjectQuery,
  type Render,
  type Resource,
  resourceDocument,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { CurrentOwner, SignedIn, type SignedInOwner } from '@storewright/sessions';

/**
 * A read-only collection of objects that belong to an app. Only the developer of the app can read the
 * collection.
 */
export interface AppCollection {
  list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page>;
  find(owner: SignedInOwner, appId: string, id: string): Promise<DocumentRow>;
}

/**
 * Creates a controller with two routes for a resource: list and show. `commands` are the CLI commands that
 * read the list.
 */
export function appCollectionController(
  resource: Resource,
  storeClass: Type<AppCollection>,
  commands: readonly CliCommand[] = [],
): Type {
  const [command, ...others] = commands;
  const forDevices: MethodDecorator = command ? DeviceMay(command, ...others) : () => undefined;

  @Controller(resource.path.slice(1))
  class AppCollectionController {
    constructor(@Inject(storeClass) readonly store: AppCollection) {}

    @Get()
    @SignedIn()
    @forDevices
    async list(
      @CurrentOwner() owner: SignedInOwner,
      @Param('app_id') appId: string,
      @ListParameters(resource) query: ListQuery,
    ): Promise<Render> {
      return collectionDocument(resource, await this.store.list(owner, appId, query), query);
    }

    @Get(':id')
    @SignedIn()
    async show(
      @CurrentOwner() owner: SignedInOwner,
      @Param('app_id') appId: string,
      @Param('id') id: string,
      @ObjectParameters(resource) query: ObjectQuery,
    ): Promise<Render> {
      return resourceDocument(resource, await this.store.find(owner, appId, id), query);
    }
  }
  return AppCollectionController;
}
