import { type DynamicModule, Module, type ModuleMetadata, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { addInverses, type EntityClass, type EntityResource, type VersionedRow } from '@storewright/entities';
import { ExportsController } from './exports/exports.controller';
import { RunningExports } from './exports/running-exports';
import { OperationsController } from './operations/operations.controller';
import { inverseControllers, relationshipControllers } from './relationship.controller';
import { resourceController } from './resource.controller';
import { ResourceRegistry } from './resource-registry';
import { type ModuleWithResources } from './resources-of';
import { SearchController } from './search/search.controller';
import { Search } from './search/search';
import { ResourceRepository, type ResourceRepositoryClass } from './resource-repository';

export type ResourceRegistration = ResourceRepositoryClass | EntityResource;

/**
 * Providers and modules that the repositories need. `tables` lists entities without a resource, such as join
 * tables.
 */
export interface ResourceDependencies extends Pick<ModuleMetadata, 'imports' | 'providers'> {
  tables?: readonly EntityClass[];
}

/**
 * Registers resources in a service. `forRoot()` registers the shared providers once.
 * `forFeature([ProductsRepository])` adds the repository, the routes and the atomic operations of each
 * resource.
 */
@Module({})
export class ResourcesModule {
  static forRoot(): DynamicModule {
    return {
      module: ResourcesModule,
      global: true,
      providers: [ResourceRegistry, RunningExports, Search],
      controllers: [OperationsController, ExportsController, SearchController],
      exports: [ResourceRegistry, RunningExports],
    };
  }

  static forFeature(
    resources: readonly ResourceRegistration[],
    { imports = [], providers = [], tables = [] }: ResourceDependencies = {},
  ): ModuleWithResources {
    const repositories = resources.map(repositoryOf);
    for (const { resource } of repositories) addInverses(resource);
    const entities = [...repositories.map(({ resource }) => resource.entity), ...tables];
    return {
      module: FeatureResources,
      resources: repositories.map(({ resource }) => resource),
      imports: [...imports, TypeOrmModule.forFeature(entities, 'shop')],
      providers: [...providers, ...(repositories as Type[])],
      controllers: repositories.flatMap((repository) => [
        resourceController(repository),
        ...relationshipControllers(repository),
        ...inverseControllers(repository),
      ]),
      exports: repositories as Type[],
    };
  }
}

@Module({})
class FeatureResources {}

function repositoryOf(registration: ResourceRegistration): ResourceRepositoryClass {
  return typeof registration === 'function' ? registration : plainRepository(registration);
}

function plainRepository(resource: EntityResource): ResourceRepositoryClass {
  class PlainRepository extends ResourceRepository<VersionedRow> {
    static override readonly resource = resource;
  }
  return PlainRepository as unknown as ResourceRepositoryClass;
}
