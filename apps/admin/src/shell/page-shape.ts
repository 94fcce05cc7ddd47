/** Page layout: a list, an object with a side column, or stacked cards. */
export type PageShape = 'list' | 'object' | 'cards';

const lists = [
  /^\/(?:orders|products|customers|codes|stock|imports|meta|activity|apps)$/,
  /^\/activity\/erasures$/,
  /^\/apps\/[^/]+\/deliveries$/,
  /^\/developer\/(?:apps|test-shops)$/,
];
const objects = /^\/(?:orders|products|customers|codes|variants)\/[^/]+$/;

export function shapeOf(path: string): PageShape {
  if (lists.some((each) => each.test(path))) return 'list';
  return objects.test(path) ? 'object' : 'cards';
}
