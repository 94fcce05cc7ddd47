import type { Demo } from './demo';

const JSON_API = `-H 'Content-Type: application/vnd.api+json'`;
const OAUTH_TOKEN = '-H "Authorization: Bearer $OAUTH_TOKEN"';
const TOKEN_OF_RESPONSE = `sed 's/.*"token":"\\([^"]*\\)".*/\\1/'`;

const META = JSON.stringify({
  data: {
    type: 'meta',
    attributes: { resource_type: 'orders', resource_id: '1001', data: { colour: 'blue', priority: 7 } },
  },
});
const BLUE = encodeURIComponent('{"key":"colour","value":"blue"}');

/**
 * Returns the lines with the platform's URLs and the README commands, ready to paste. `file` is the path of
 * the file with the values for the commands.
 */
export function storyLines(demo: Demo, file: string): string {
  const { ADMIN_URL, AUTH_URL, BASE_URL } = demo;
  const secondAdminUrl = ADMIN_URL.replace('//demo-shop.', '//second-shop.');
  const orders = `${BASE_URL}/api/orders`;
  const createMeta = `curl -s -X POST ${BASE_URL}/api/meta`;
  return `
Storewright is running. Ctrl-C stops it.

  admin panel    ${ADMIN_URL}/admin   (second shop: ${secondAdminUrl}/admin)
  shop API       ${BASE_URL}   (second shop: ${demo.OTHER_BASE_URL})
  auth API       ${AUTH_URL}
  MCP server     ${demo.MCP_URL}   (tools for AI agents)
  documentation  ${AUTH_URL}/docs
  owner          ${demo.OWNER_EMAIL}   password: ${demo.OWNER_PASSWORD}
  these values   ${file}   (. ${file} loads them into your shell)

In the browser: sign in at the admin panel with the owner's email and password.

The story of an app without a browser, to paste line by line:

  # 1. The owner has installed the app. The app exchanges its nonce for an OAuth token.
  OAUTH_TOKEN=$(curl -s ${AUTH_URL}/api/oauth_tokens/nonce/${demo.NONCE} | ${TOKEN_OF_RESPONSE}); echo $OAUTH_TOKEN

  # 2. The app attaches metadata to an order.
  ${createMeta} ${OAUTH_TOKEN} ${JSON_API} -d '${META}'

  # 3. The app searches the metadata.
  curl -s -g "${BASE_URL}/api/meta?filter[resource_type]=orders&filter[meta]=${BLUE}" ${OAUTH_TOKEN}

  # 4. The app reads the newest orders with their customers, and large orders that are not fulfilled.
  curl -s -g "${orders}?sort=-number&page[size]=2&include=customer" ${OAUTH_TOKEN}
  curl -s -g "${orders}?filter[fulfillment_status]=unfulfilled&filter[total_amount][gte]=10000" ${OAUTH_TOKEN}

  # 5. A script of the shop owner uses an access token in the same way.
  curl -s ${BASE_URL}/api/meta -H 'Authorization: Bearer ${demo.ACCESS_TOKEN}'

  # 6. A token cannot exceed its scopes (403) or be used in another shop (401).
  ${createMeta} -H 'Authorization: Bearer ${demo.READ_ONLY_TOKEN}' ${JSON_API} -d '${META}'
  curl -s ${demo.OTHER_BASE_URL}/api/meta -H 'Authorization: Bearer ${demo.ACCESS_TOKEN}'
`;
}
