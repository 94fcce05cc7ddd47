const require_people = require("./people-BzFuyM-t.js");
const require_stage = require("./stage-CoQdZ4jO.js");
let node_crypto = require("node:crypto");
let pg = require("pg");
// libs/core/tokens/src/sealed-secret.ts
/**
* Encrypts a secret that the server must read again, such as the signing secret of an app. The result names
* its key.
*/
function seal(keys, secret) {
	const [first] = keys;
	if (!first) throw new Error("no sealing key is configured");
	const [keyId, key] = first;
	const iv = (0, node_crypto.randomBytes)(12);
	const cipher = (0, node_crypto.createCipheriv)("aes-256-gcm", key, iv);
	const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
	return [
		"v1",
		keyId,
		...[
			iv,
			cipher.getAuthTag(),
			sealed
		].map((part) => part.toString("base64url"))
	].join(":");
}
/** Decrypts a secret. Throws if the key is not configured or the text was changed. */
function open(keys, sealed) {
	const [version, keyId = "", ...parts] = sealed.split(":");
	const [iv, tag, text] = parts.map((part) => Buffer.from(part, "base64url"));
	const key = keys.get(keyId);
	if (version !== "v1" || !iv || !tag || !text) throw new Error("not a sealed secret");
	if (!key) throw new Error(`the sealing key "${keyId}" is not configured`);
	const decipher = (0, node_crypto.createDecipheriv)("aes-256-gcm", key, iv).setAuthTag(tag);
	return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
}
/** `Secret-Proof` (docs/contract.md §3): hex(HMAC-SHA256(key = app secret, message = token)). */
function secretProof(appSecret, token) {
	return (0, node_crypto.createHmac)("sha256", appSecret).update(token).digest("hex");
}
// tools/bench/src/database-client.ts
/** Runs `work` with a new connection and closes the connection. */
async function withClient(connectionString, work) {
	const client = new pg.Client({ connectionString });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}
// libs/platform/webhook-message/src/webhook-secret.ts
const SECRET_PREFIX = "whsec_";
/** Number of random bytes in a secret. Standard Webhooks, "Signature scheme", requires 24 to 64 bytes. */
const SECRET_BYTES = 32;
/**
* Creates a webhook secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks). The API shows it once
* and stores it encrypted.
*/
function mintWebhookSecret() {
	return SECRET_PREFIX + (0, node_crypto.randomBytes)(SECRET_BYTES).toString("base64");
}
// tools/bench/src/webhooks/subscribed-shop.ts
let shopCount = 0;
/** Creates a shop with `appsEach` installed apps for each receiver. Each app has a separate path. */
async function makeSubscribedShop(client, receivers, ports, appsEach = 1) {
	shopCount += 1;
	const shop = await require_people.makeShop(client, `subscribed-${shopCount}`);
	await installApps(client, shop.id, receivers.flatMap((receiver) => Array.from({ length: appsEach }, (_, app) => `http://127.0.0.1:${ports[receiver]}/webhooks/${app}`)));
	return {
		...shop,
		receivers
	};
}
/** Installs an app with a webhook secret for each URL. */
async function installApps(client, shopId, urls) {
	const owner = (0, node_crypto.randomUUID)();
	await client.query(`INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'bench', '')`, [owner, `${owner}@bench.example`]);
	const [apps, installations, secrets] = [
		urls,
		urls,
		urls
	].map((each) => each.map(() => (0, node_crypto.randomUUID)()));
	const sealed = urls.map(() => seal(require_stage.sealingKeys, mintWebhookSecret()));
	await client.query(`INSERT INTO auth.apps (id, owner_id, name, install_url, scopes, webhook_url, webhook_events)
     SELECT id, $1, 'bench', 'http://localhost/', '{meta.get}', url, '{meta.created,meta.updated,meta.deleted}'
     FROM unnest($2::uuid[], $3::text[]) AS t(id, url)`, [
		owner,
		apps,
		urls
	]);
	await client.query(`INSERT INTO auth.webhook_secrets (app_id, generation, id, sealed)
     SELECT app, 1, id, sealed FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS t(app, id, sealed)`, [
		apps,
		secrets,
		sealed
	]);
	await client.query(`INSERT INTO auth.installations (shop_id, id, app_id, scopes, status, installed_at)
     SELECT $1, id, app, '{meta.get}', 'installed', now() FROM unnest($2::uuid[], $3::uuid[]) AS t(id, app)`, [
		shopId,
		installations,
		apps
	]);
}
Object.defineProperty(exports, "installApps", {
	enumerable: true,
	get: function() {
		return installApps;
	}
});
Object.defineProperty(exports, "makeSubscribedShop", {
	enumerable: true,
	get: function() {
		return makeSubscribedShop;
	}
});
Object.defineProperty(exports, "open", {
	enumerable: true,
	get: function() {
		return open;
	}
});
Object.defineProperty(exports, "seal", {
	enumerable: true,
	get: function() {
		return seal;
	}
});
Object.defineProperty(exports, "secretProof", {
	enumerable: true,
	get: function() {
		return secretProof;
	}
});
Object.defineProperty(exports, "withClient", {
	enumerable: true,
	get: function() {
		return withClient;
	}
});

//# sourceMappingURL=subscribed-shop-BK-aKqwq.js.map