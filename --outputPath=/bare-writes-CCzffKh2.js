const require_notifier = require("./notifier-udXm7v2x.js");
const require_bare = require("./bare-DHHj2VG2.js");
const require_bare_store = require("./bare-store-CJo7OlYH.js");
const require_write_cases = require("./write-cases-DyZXGPP9.js");
let node_crypto = require("node:crypto");
// tools/bench/src/writes/bare-writes.ts
const digestOf = (token) => (0, node_crypto.createHash)("sha256").update(token).digest("base64");
/**
* Bare server for writes. Looks up the digest of the token in memory, and writes the object with its event in
* one statement. Has no tenants, row-level security, checks or log. Sends notifications as the shop API does.
*/
function runBareWrites() {
	require_bare.serveBare((settings) => {
		const pool = require_bare.barePool(settings.databaseUrl);
		const tokens = /* @__PURE__ */ new Set([digestOf(settings.shop.token)]);
		const served = {
			...settings,
			pool,
			tokens,
			announce: announcer(pool, settings.shop.id)
		};
		return (request, response) => void answer(request, response, served);
	});
}
/** Sends a notification about new events at most every 20 ms. */
function announcer(pool, shop) {
	let timer;
	const announce = () => {
		timer = void 0;
		pool.query("SELECT pg_notify($1, $2)", [require_notifier.eventsChannel, shop]);
	};
	return () => timer ??= setTimeout(announce, 20);
}
async function answer(request, response, served) {
	const { pool, shop, tokens, announce } = served;
	if (!tokens.has(digestOf(request.headers.authorization.slice(7)))) return void response.writeHead(401).end();
	const [, , type, id] = request.url.split("/");
	const each = require_write_cases.writeCases.find(({ method, resource }) => method === request.method && resource.type === type);
	const sent = each.method === "DELETE" ? void 0 : JSON.parse(await require_bare.bodyOf(request)).data;
	const { name, text, values } = each.statement(shop.id, id ?? require_write_cases.newId(), sent);
	const { rows } = await pool.query({
		name,
		text,
		values
	});
	announce();
	if (each.method === "DELETE") return void response.writeHead(204).end();
	sendObject(response, each, rows[0], `http://${request.headers.host}`);
}
function sendObject(response, { method, resource }, row, origin) {
	const data = require_bare_store.objectOf(resource, row, origin);
	const document = {
		jsonapi: { version: "1.1" },
		links: data.links,
		data
	};
	if (method === "POST") require_bare.reply(response, 201, document, { location: data.links.self });
	else require_bare.reply(response, 200, document);
}
exports.runBareWrites = runBareWrites;

//# sourceMappingURL=bare-writes-CCzffKh2.js.map