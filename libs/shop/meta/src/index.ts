export { metaLimits } from './meta-data';
export { MetaModule } from './meta.module';
export { meta } from './meta.resource';
export { entryTokens, searchStatement, segmentOfNew } from './search';
