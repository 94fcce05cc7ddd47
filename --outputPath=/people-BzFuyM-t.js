const require_token = require("./token-BQfv6aap.js");
let node_crypto = require("node:crypto");
// libs/core/tokens/src/nonce.ts
/**
* Length of a nonce in base62 digits. 62^44 > 2^261, so a nonce has at least 256 random bits
* (docs/contract.md §4).
*/
const NONCE_LENGTH = 44;
new RegExp(`^[0-9A-Za-z]{${NONCE_LENGTH}}$`);
/**
* Creates the nonce that proves an installation to the app's install URL (docs/contract.md §4). Only the
* digest of the nonce is stored.
*/
function mintNonce() {
	return require_token.base62((0, node_crypto.randomBytes)(64), NONCE_LENGTH);
}
// tools/bench/src/people.ts
async function makeShop(client, domain) {
	const [id, token] = [(0, node_crypto.randomUUID)(), require_token.mintToken("access_token")];
	await client.query(`INSERT INTO auth.shops (id, domain, name, title, description) VALUES ($1, $2, $2, $2, '')`, [id, domain]);
	await client.query(`INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four) VALUES ($1, $2, 'bench', decode($3,
      'hex'), $4)`, [
		id,
		(0, node_crypto.randomUUID)(),
		token.digest,
		token.lastFour
	]);
	return {
		id,
		domain,
		token: token.reveal()
	};
}
/** Installs `count` apps, each with a pending nonce. Returns the nonces. */
async function makeNonces(client, shop, count) {
	const owner = (0, node_crypto.randomUUID)();
	await client.query(`INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'bench', '')`, [owner, `${owner}@bench.example`]);
	const nonces = Array.from({ length: count }, mintNonce);
	const ids = () => nonces.map(() => (0, node_crypto.randomUUID)());
	const [apps, installations, tokens] = [
		ids(),
		ids(),
		ids()
	];
	await client.query(`INSERT INTO auth.apps (id, owner_id, name, install_url, scopes) SELECT id, $1, 'bench',
      'http://localhost/', '{meta.get}' FROM unnest($2::uuid[]) id`, [owner, apps]);
	await client.query(`INSERT INTO auth.installations (shop_id, id, app_id, scopes, status) SELECT $1, id, app, '{meta.get}',
      'installed' FROM unnest($2::uuid[], $3::uuid[]) AS t(id, app)`, [
		shop.id,
		installations,
		apps
	]);
	await client.query(`INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes)
     SELECT $1, id, installation, app, 'pending', '{meta.get}' FROM unnest($2::uuid[], $3::uuid[],
       $4::uuid[]) AS t(id, installation, app)`, [
		shop.id,
		tokens,
		installations,
		apps
	]);
	await client.query(`INSERT INTO auth.nonces (digest, shop_id, oauth_token_id, expires_at)
     SELECT decode(digest, 'hex'), $1, token, now() + interval '1 hour' FROM unnest($2::text[],
       $3::uuid[]) AS t(digest, token)`, [
		shop.id,
		nonces.map(require_token.digestOf),
		tokens
	]);
	return nonces;
}
Object.defineProperty(exports, "makeNonces", {
	enumerable: true,
	get: function() {
		return makeNonces;
	}
});
Object.defineProperty(exports, "makeShop", {
	enumerable: true,
	get: function() {
		return makeShop;
	}
});
Object.defineProperty(exports, "mintNonce", {
	enumerable: true,
	get: function() {
		return mintNonce;
	}
});

//# sourceMappingURL=people-BzFuyM-t.js.map