export { setMetaLimits } from './meta-data';
export * from './meta.resource';
export { metaRepository } from './meta.repository';
// For the benchmark: the statements that requests run, and shops of any size.
export { findStatement, insertMeta } from './meta-statements';
export { entryTokens, searchStatement } from './search';
export { labShapes } from './search/lab/shapes';
export { fillShop } from './search/lab/shop-of-size';
