import { type DynamicModule, Module } from '@nestjs/common';
import { connectResources } from '@storewright/json-api';
import { operationsController } from './operations/operations.controller';
import { relationshipControllers } from './relationship.controller';
import { resourceController } from './resource.controller';
import type { ResourceRepository } from './resource-repository';

/** The resources of a service: for each its addresses, those of its relationships, and what it does in an atomic request. */
@Module({})
export class ResourcesModule {
  static of(repositories: readonly ResourceRepository[]): DynamicModule {
    connectResources(repositories.map(({ resource }) => resource));
    const byType = new Map(repositories.map((each) => [each.resource.type, each]));
    const controllers = repositories.flatMap((each) => [
      resourceController(each, byType),
      ...Object.entries(each.resource.relationships).flatMap(([name, { exposed: hasAddress }]) =>
        hasAddress ? relationshipControllers(each, byType, name) : [],
      ),
    ]);
    return { module: ResourcesModule, controllers: [...controllers, operationsController(byType)] };
  }
}
