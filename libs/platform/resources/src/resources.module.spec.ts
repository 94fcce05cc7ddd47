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

// A resource with declared scopes, without which the registry rejects it.
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

describe('ResourceRegistry', () => {
  it('throws for a resource without scopes, and names the missing scope', () => {
    expect(() => ResourcesModule.forFeature([gadgets as EntityResource])).toThrow('gadgets.collection');
  });

  it('throws if two resources have the same type', () => {
    const registry = new ResourceRegistry(noServer, noCursors);
    registry.add(repositoryOf(things));
    expect(() => registry.add(repositoryOf(things))).toThrow('Two resources have the type products');
  });

  it('throws if two resources have the same path', () => {
    const registry = new ResourceRegistry(noServer, noCursors);
    registry.add(repositoryOf(things));
    expect(() => registry.add(repositoryOf({ ...parts, path: '/api/things' }))).toThrow(
      'The resources products and variants have the same path /api/things.',
    );
  });

  it('throws for a relationship to a type that no module registers', () => {
    const registry = new ResourceRegistry(noServer, noCursors);
    registry.add(repositoryOf(things));
    expect(() => registry.onApplicationBootstrap()).toThrow(
      'products.owner refers to people, which this service does not have',
    );
  });

  it('resourcesOf lists the resources of modules without starting a service', () => {
    const feature = ResourcesModule.forFeature([parts as EntityResource]);
    class NoModule {}
    expect(resourcesOf([{ module: NoModule, imports: [feature] }, feature])).toEqual([parts]);
  });
});
