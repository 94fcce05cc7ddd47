export { type MetaLimits, metaLimits } from './meta-data';
export { Meta } from './meta.entity';
export { MetaModule } from './meta.module';
export * from './meta.resource';
export { MetaRepository } from './meta.repository';
// For the benchmark: the statements that requests run, and shops of any size.
export { insertMeta } from './meta-statements';
export { entryTokens, searchStatement } from './search';
