export { generateResource } from './generate-resource';
