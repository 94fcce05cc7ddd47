export * from './ttl-cache';
export * from './host.guard';
export * from './shop';
export * from './shop.resource';
export * from './shop-directory';
export * from './shop-repository';
export * from './shop-rows';
