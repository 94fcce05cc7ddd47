import type { DynamicModule, Type } from '@nestjs/common';
import type { ShopApiSettings } from '@storewright/config';
import { files } from 'collected:modules';

export type ModuleSettings = Pick<ShopApiSettings, 'meta'>;
type Module = Type | DynamicModule;

/** Nest modules with the resources of a shop. Each file in `modules/` registers one module. */
export function resourceModules(settings: ModuleSettings, collected = files): Module[] {
  const paths = new Map<Type, string>();
  return collected.map(([path, { register }]) => {
    if (typeof register !== 'function') throw new Error(`${path} must export a function named "register".`);
    const module = (register as (settings: ModuleSettings) => Module)(settings);
    const type = 'module' in module ? module.module : module;
    if (paths.has(type)) throw new Error(`${type.name} is registered in ${paths.get(type)} and in ${path}.`);
    paths.set(type, path);
    return module;
  });
}
