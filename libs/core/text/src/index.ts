export { fold, foldKey } from './fold';
export { handleOf } from './handle';
