import type { Demo } from './demo';

/** The addresses and the story of the README, ready to paste. */
export function storyLines(demo: Demo, file: string): string {
  const filter = encodeURIComponent('{"key":"colour","value":"blue"}');
  const json = `-H 'Content-Type: application/vnd.api+json'`;
  const body = JSON.stringify({
    data: {
      type: 'meta',
      attributes: { resource_type: 'orders', resource_id: '1001', data: { colour: 'blue', priority: 7 } },
    },
  });
  return `
Storewright is running. Ctrl-C stops it.

  admin panel    ${demo.ADMIN_URL}/admin   (second shop: ${demo.ADMIN_URL.replace('//demo-shop.', '//second-shop.')}/admin)
  shop API       ${demo.BASE_URL}   (second shop: ${demo.OTHER_BASE_URL})
  auth API       ${demo.AUTH_URL}
  documentation  ${demo.AUTH_URL}/docs
  owner          ${demo.OWNER_EMAIL}   password: ${demo.OWNER_PASSWORD}
  these values   ${file}   (. ${file} loads them into your shell)

In the browser: sign in at the admin panel with the owner's email and password.

The story of an app without a browser, to paste line by line:

  # 1. the owner has installed the app; the app exchanges the nonce it was sent for its OAuth token
  OAUTH_TOKEN=$(curl -s ${demo.AUTH_URL}/api/oauth_tokens/nonce/${demo.NONCE} | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'); echo $OAUTH_TOKEN

  # 2. it attaches metadata to an order
  curl -s -X POST ${demo.BASE_URL}/api/meta -H "Authorization: Bearer $OAUTH_TOKEN" ${json} -d '${body}'

  # 3. it searches
  curl -s -g "${demo.BASE_URL}/api/meta?filter[resource_type]=orders&filter[meta]=${filter}" -H "Authorization: Bearer $OAUTH_TOKEN"

  # 4. it reads the newest orders with their customers, and those that still wait to be sent
  curl -s -g "${demo.BASE_URL}/api/orders?sort=-number&page[size]=2&include=customer" -H "Authorization: Bearer $OAUTH_TOKEN"
  curl -s -g "${demo.BASE_URL}/api/orders?filter[fulfillment_status]=unfulfilled&filter[total_amount][gte]=10000" -H "Authorization: Bearer $OAUTH_TOKEN"

  # 5. a shop owner's own script uses an access token in the same way
  curl -s ${demo.BASE_URL}/api/meta -H 'Authorization: Bearer ${demo.ACCESS_TOKEN}'

  # 6. what a token may not do is refused: 403 beyond its scopes, 401 in another shop
  curl -s -X POST ${demo.BASE_URL}/api/meta -H 'Authorization: Bearer ${demo.READ_ONLY_TOKEN}' ${json} -d '${body}'
  curl -s ${demo.OTHER_BASE_URL}/api/meta -H 'Authorization: Bearer ${demo.ACCESS_TOKEN}'
`;
}
