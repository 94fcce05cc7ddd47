export { type Order, type Page, pageOf, type PageQuery, type Position, rowsToRead, rowsToSkip } from './page';
