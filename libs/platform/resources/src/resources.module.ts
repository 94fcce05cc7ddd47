import { type DynamicModule, Module } from '@nestjs/common';
import { connectResources } from '@storewright/json-api';
import { operationsController } from './operations/operations.controller';
import { relationshipControllers } from './relationship.controller';
import { resourceController } from './resource.controller';
import type { ResourceRows } from './resource-rows';

/** The resources of a service: for each its addresses, those of its relationships, and what it does in an atomic request. */
@Module({})
export class ResourcesModule {
  static of(served: readonly ResourceRows[]): DynamicModule {
    connectResources(served.map(({ resource }) => resource));
    const all = new Map(served.map((each) => [each.resource.type, each]));
    const controllers = served.flatMap((each) => [
      resourceController(each, all),
      ...Object.entries(each.resource.relationships).flatMap(([name, { exposed: hasAddress }]) =>
        hasAddress ? relationshipControllers(each, all, name) : [],
      ),
    ]);
    return { module: ResourcesModule, controllers: [...controllers, operationsController(all)] };
  }
}
