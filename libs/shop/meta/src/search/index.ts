export { attachedTo } from './attached';
export { pageBound, untilEnd } from './bound';
export { type MetaCondition, MetaFilterError, parseMetaFilter } from './condition';
export { KnownSegments } from './known-segments';
export { openSegmentStatement, opensSegment, segmentOfNew } from './segments';
export { searchStatement, totalStatement } from './statement';
export { entryTokens } from './token';
