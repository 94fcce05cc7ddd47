export { fold, foldKey } from './fold';
export { handleOf } from './handle';
export { printable, printableLines } from './printable';
export { isUuid } from './uuid';
