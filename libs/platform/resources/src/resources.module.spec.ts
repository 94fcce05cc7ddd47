import {
  Attribute,
  belongsTo,
  defineResource,
  type EntityResource,
  Text,
  Uuid,
  VersionedRow,
} from '@storewright/entities';
import { Entity } from 'typeorm';
import { ResourceRegistry } from './resource-registry';
import type { ResourceRepository } from './resource-repository';
import { ResourcesModule } from './resources.module';
import { resourcesOf } from './resources-of';

@Entity({ schema: 'shop', name: 'products' })
class Thing extends VersionedRow {
  @Attribute('The title.')
  @Text()
  title: string;

  @Uuid()
  owner_id: string;
}

// A type that has scopes, so that it may be served.
const things = defineResource(Thing, {
  description: 'One of them.',
  type: 'products',
  path: '/api/things',
  relationships: { owner: belongsTo('people', 'owner_id') },
});

@Entity({ schema: 'shop', name: 'gadgets' })
class Gadget extends VersionedRow {}
@Entity({ schema: 'shop', name: 'variants' })
class Part extends VersionedRow {}
const parts = defineResource(Part, { description: 'One of them.', type: 'variants', path: '/api/parts' });

const gadgets = defineResource(Gadget, {
  description: 'One of them.',
  type: 'gadgets',
  path: '/api/gadgets',
});

const repositoryOf = (resource: EntityResource) => ({ resource }) as unknown as ResourceRepository;
const noServer = { httpAdapter: undefined } as never;
const noCursors = undefined as never;

describe('the resources of a service', () => {
  it('have scopes, or the module is refused by the name of the first that is missing', () => {
    expect(() => ResourcesModule.forFeature([gadgets as EntityResource])).toThrow('gadgets.collection');
  });

  it('are each of a type of their own', () => {
    const registry = new ResourceRegistry(noServer, noCursors);
    registry.add(repositoryOf(things));
    expect(() => registry.add(repositoryOf(things))).toThrow('two resources have the type products');
  });

  it('lead to types that are there, or the service does not start', () => {
    const registry = new ResourceRegistry(noServer, noCursors);
    registry.add(repositoryOf(things));
    expect(() => registry.onApplicationBootstrap()).toThrow(
      'products.owner refers to people, which this service does not have',
    );
  });

  it('are listed by their modules without a service', () => {
    const feature = ResourcesModule.forFeature([parts as EntityResource]);
    class NoModule {}
    expect(resourcesOf([{ module: NoModule, imports: [feature] }, feature])).toEqual([parts]);
  });
});
