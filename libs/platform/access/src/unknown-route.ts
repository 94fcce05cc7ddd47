/** More segments than any route has. */
const MAX_SEGMENTS = 8;
const NAME = /^[a-z_]{1,40}$/;

/** The path of a request to no route, as the request log shows it. What is not a plain name may be an id or a credential, and becomes `{id}`. */
export function unknownRouteOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  const segments = path.split('/', MAX_SEGMENTS + 2).slice(1);
  const shown = segments
    .slice(0, MAX_SEGMENTS)
    .map((each) => (each === '' || NAME.test(each) ? each : '{id}'));
  return `/${[...shown, ...(segments.length > MAX_SEGMENTS ? ['…'] : [])].join('/')}`;
}
