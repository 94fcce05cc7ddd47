/** Maximum number of path segments that the request log contains. No route has more segments. */
const MAX_SEGMENTS = 8;
const NAME = /^[a-z_]{1,40}$/;

/**
 * Returns the path of a request that matches no route, for the request log. A segment that is not a plain
 * name may contain an id or a credential, so it is replaced with `{id}`.
 */
export function unknownRouteOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  const segments = path.split('/', MAX_SEGMENTS + 2).slice(1);
  const shown = segments
    .slice(0, MAX_SEGMENTS)
    .map((each) => (each === '' || NAME.test(each) ? each : '{id}'));
  return `/${[...shown, ...(segments.length > MAX_SEGMENTS ? ['…'] : [])].join('/')}`;
}
