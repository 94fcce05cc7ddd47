export { generateMigration } from './generate-migration';
export { generateResource } from './generate-resource';
