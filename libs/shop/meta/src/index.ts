export { metaLimits } from './meta-data';
export { MetaModule } from './meta.module';
export { meta } from './meta.resource';
// Exported for the benchmark of the metadata search.
export { entryTokens, searchStatement, segmentOfNew } from './search';
