const require_token = require("./token-BQfv6aap.js");
const require_bare = require("./bare-DHHj2VG2.js");
let node_crypto = require("node:crypto");
let pg = require("pg");
// tools/bench/src/bare-exchange.ts
const texts = {
	find: "SELECT shop_id, oauth_token_id FROM auth.nonces WHERE digest = $1",
	lock: `SELECT 1 FROM auth.installations WHERE shop_id = $1 AND id =
          (SELECT installation_id FROM auth.oauth_tokens WHERE shop_id = $1 AND id = $2) FOR UPDATE`,
	older: `SELECT id FROM auth.oauth_tokens WHERE shop_id = $1 AND status = 'active'
    AND installation_id = (SELECT installation_id FROM auth.oauth_tokens WHERE shop_id = $1 AND id = $2) FOR UPDATE`,
	read: `SELECT t.shop_id, t.id, t.app_id, t.status, t.scopes, t.installation_id, t.digest,
          n.expires_at <= clock_timestamp() AS expired, i.status AS installed,
      s.status AS shop_status, s.domain, s.name, s.title, s.description
    FROM auth.oauth_tokens t JOIN auth.nonces n ON n.shop_id = t.shop_id AND n.oauth_token_id = t.id
    JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id
      JOIN auth.shops s ON s.id = t.shop_id
    WHERE n.digest = $1 FOR UPDATE OF t`,
	activate: `UPDATE auth.oauth_tokens SET status = 'active', digest = $3, updated_at = now() WHERE shop_id = $1
              AND id = $2 RETURNING id, status`,
	mark: "UPDATE auth.nonces SET exchanged_at = now() WHERE digest = $1",
	audit: `INSERT INTO auth.audit_entries (id, shop_id, app_id, kind, detail, request_id) VALUES ($1, $2, $3,
           'oauth_tokens.exchanged', $4, $5)`
};
/**
* Bare server for nonce exchanges. Runs the same steps as prepared statements, without row-level security,
* limits and log.
*/
function runBareExchange() {
	require_bare.serveBare(({ databaseUrl, key }) => {
		const pool = require_bare.barePool(databaseUrl, pg.types);
		return (request, response) => {
			const nonce = request.url.slice(request.url.lastIndexOf("/") + 1);
			exchanged(pool, nonce, key).then((document) => require_bare.reply(response, 200, document));
		};
	});
}
async function exchanged(pool, nonce, key) {
	const token = require_token.deriveOAuthToken(key, nonce);
	const digest = require_token.digestBytes(require_token.digestOf(nonce));
	const client = await pool.connect();
	try {
		const [found] = await query(client, "find", digest);
		await client.query("BEGIN");
		const place = [found["shop_id"], found["oauth_token_id"]];
		await query(client, "lock", ...place);
		await query(client, "older", ...place);
		const [row] = await query(client, "read", digest);
		const [activated] = await query(client, "activate", ...place, require_token.digestBytes(token.digest));
		await query(client, "mark", digest);
		const detail = JSON.stringify({
			installation_id: row["installation_id"],
			oauth_token_id: row["id"]
		});
		await query(client, "audit", (0, node_crypto.randomUUID)(), row["shop_id"], row["app_id"], detail, (0, node_crypto.randomUUID)());
		await client.query("COMMIT");
		const { id, app_id, shop_id, domain, name, title, description } = row;
		return {
			data: {
				type: "oauth_tokens",
				id,
				attributes: {
					token: token.reveal(),
					status: activated["status"]
				},
				relationships: {
					app: { data: {
						type: "apps",
						id: app_id
					} },
					shop: { data: {
						type: "shops",
						id: shop_id
					} }
				}
			},
			included: [{
				type: "shops",
				id: shop_id,
				attributes: {
					domain,
					name,
					title,
					description
				}
			}]
		};
	} finally {
		client.release();
	}
}
async function query(client, name, ...values) {
	return (await client.query({
		name,
		text: texts[name],
		values
	})).rows;
}
exports.runBareExchange = runBareExchange;

//# sourceMappingURL=bare-exchange-YYNM_nkw.js.map