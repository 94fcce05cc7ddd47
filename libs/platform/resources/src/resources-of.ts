import type { DynamicModule, Type } from '@nestjs/common';
import type { EntityResource } from '@storewright/entities';

type Imported = Type | DynamicModule;

export interface ModuleWithResources extends DynamicModule {
  resources: readonly EntityResource[];
}

/**
 * Returns the resources that Nest modules register, without starting a service. Specs use this function to
 * check every resource.
 */
export function resourcesOf(modules: readonly Imported[]): EntityResource[] {
  return [...new Set(modules.flatMap(registeredBy))];
}

function registeredBy(imported: Imported): readonly EntityResource[] {
  if (typeof imported === 'function') return resourcesOf(importsOf(imported));
  if ('resources' in imported) return (imported as ModuleWithResources).resources;
  return resourcesOf([...((imported.imports ?? []) as Imported[]), ...importsOf(imported.module)]);
}

const importsOf = (module: Type) => (Reflect.getMetadata('imports', module) ?? []) as Imported[];
