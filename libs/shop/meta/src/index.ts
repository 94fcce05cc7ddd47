export { metaLimits } from './meta-data';
export { MetaModule } from './meta.module';
export { meta } from './meta.resource';
// The demo store and the benchmarks import these functions of the search.
export { entryTokens, searchStatement, segmentOfNew } from './search';
