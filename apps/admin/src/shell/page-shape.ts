/** Layout of a page inside the frame: a list, an object with a side column, or cards below each other. */
export type PageShape = 'list' | 'object' | 'cards';

/** Screens with a list and its tools. */
const lists = [
  /^\/(?:orders|products|customers|codes|stock|imports|meta|activity|apps)$/,
  /^\/activity\/erasures$/,
  /^\/apps\/[^/]+\/deliveries$/,
  /^\/developer\/(?:apps|test-shops)$/,
];
/** Screens of one object with a side column. */
const objects = /^\/(?:orders|products|customers|codes|variants)\/[^/]+$/;

/** Returns the layout of the page at a path below `/admin`. */
export function shapeOf(path: string): PageShape {
  if (lists.some((each) => each.test(path))) return 'list';
  return objects.test(path) ? 'object' : 'cards';
}
