export { attachedTo } from './attached';
export { pageBound, untilEnd } from './bound';
export { maxConditions, type MetaCondition, MetaFilterError, parseMetaFilter } from './condition';
export { KnownSegments } from './known-segments';
export { openSegmentStatement, opensSegment, segmentOfNew, segmentSize } from './segments';
export type { SearchStatement } from './sql';
export { type MetaPlace, type MetaQuestion, searchStatement, totalStatement } from './statement';
export { entryTokens } from './token';
