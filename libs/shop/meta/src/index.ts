export { metaLimits } from './meta-data';
export { MetaModule } from './meta.module';
export { meta } from './meta.resource';
// For the benchmark: the statements that requests run, and shops of any size.
export { insertMeta } from './meta-statements';
export { entryTokens, searchStatement } from './search';
