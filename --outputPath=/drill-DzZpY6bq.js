const require_fault_platform = require("./fault-platform-DMdideFM.js");
const require_subscribed_shop = require("./subscribed-shop-BK-aKqwq.js");
const require_traffic = require("./traffic-B1TF2o7f.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_stage = require("./stage-CoQdZ4jO.js");
const require_table = require("./table-CoKvrQYv.js");
const require_timed = require("./timed-C7Q5A44Y.js");
const require_servers = require("./servers-BEcn9m9P.js");
let node_crypto = require("node:crypto");
let node_timers_promises = require("node:timers/promises");
let standardwebhooks = require("standardwebhooks");
// tools/bench/src/drill/checks.ts
/** Checks that all nodes stopped at the restore point and that no transaction is left prepared. */
async function recoveryChecks(servers) {
	const ended = await Promise.all(servers.all.map(({ archive, postgres }) => archive.isAtMoment(postgres)));
	const [there, prepared] = [ended.filter(Boolean).length, await servers.prepared()];
	return [{
		what: "where recovery ended",
		seen: `at the restore point on ${there} of ${ended.length} nodes`,
		expected: "on all",
		ok: there === ended.length
	}, {
		what: "transactions that are left prepared",
		seen: String(prepared),
		expected: "0",
		ok: prepared === 0
	}];
}
/** Checks that acknowledged writes exist and that writes sent after the restore point do not exist. */
async function ledgerChecks(platform, traffic, at) {
	await require_servers.allWebhooksReceived(platform);
	const verdict = await traffic.verdict(at.ledgers);
	const later = at.sentLater();
	let found = 0;
	for (const [table, column] of [["meta", "resource_id"], ["orders", "note"]]) {
		const rows = await platform.postgres.query(`SELECT FROM shop.${table} WHERE ${column} = ANY ($1)`, [later]);
		found += rows.length;
	}
	return [ledgerCheck(verdict), {
		what: "what was sent after it",
		seen: `${found} of ${later.length} writes are there`,
		expected: "0, of some",
		ok: found === 0 && later.length > 0
	}];
}
function ledgerCheck({ acknowledged, lost, duplicated, halfDone }) {
	const wrong = [
		...lost,
		...duplicated,
		...halfDone
	];
	if (wrong.length > 0) process.stdout.write(`${wrong.slice(0, 20).join("\n  ")}\n`);
	return {
		what: "what was acknowledged before the moment, its events and their webhooks",
		seen: `${acknowledged} writes: ${lost.length} lost, ${duplicated.length} duplicated, ${halfDone.length} half-done`,
		expected: "0, 0, 0, of some",
		ok: wrong.length === 0 && acknowledged > 0
	};
}
/** Checks that tokens, and the encrypted secret of an app, still work. */
async function credentials(platform, { app, oauthToken }) {
	const [shop] = platform.shops;
	const api = platform.shopApi(shop);
	const headers = { "secret-proof": require_subscribed_shop.secretProof(app.secret, oauthToken) };
	return [
		await answered("an access token", [200], api.get("/api/meta")),
		await answered("an OAuth token, with the Secret-Proof of a sealed secret", [200], api.as(oauthToken).get("/api/meta", { headers })),
		await answered("the same without the proof", [401], api.as(oauthToken).get("/api/meta")),
		await answered("an access token at the auth API", [200], platform.authApi(shop.token).get(`/api/shops/${shop.id}`))
	];
}
async function answered(what, [expected], answer) {
	const { status } = await answer;
	return {
		what,
		seen: String(status),
		expected: String(expected),
		ok: status === expected
	};
}
/**
* Checks that the next event of each shop has the next sequence number in a new epoch, and that its webhook
* is signed with the old secret.
*/
async function streams(platform, known) {
	const gaps = [];
	let signed = 0;
	for (const shop of platform.shops) {
		const api = platform.shopApi(shop);
		const before = await lastEvent(api);
		await api.post("/api/meta", { data: {
			type: "meta",
			attributes: {
				resource_type: "drill",
				resource_id: "1",
				data: {}
			}
		} });
		const after = await lastEvent(api);
		const { sequence, epoch } = after.attributes;
		const epochs = `${known.heads.get(shop.id).epoch} → ${epoch}`;
		if (sequence !== before.attributes.sequence + 1 || epoch <= known.heads.get(shop.id).epoch) gaps.push(`${before.attributes.sequence} → ${sequence}, epoch ${epochs}`);
		if (isSigned(await webhookOf(platform, after), known.webhookSecrets.get(shop.id), after)) signed += 1;
	}
	const all = platform.shops.length;
	return [{
		what: "the next event of each log",
		seen: gaps.length > 0 ? gaps.join("; ") : `the next number and a greater epoch in ${all} of ${all}`,
		expected: "the next number, a greater epoch",
		ok: gaps.length === 0
	}, {
		what: "its webhook, with the secret of before",
		seen: `verified in ${signed} of ${all}`,
		expected: "all",
		ok: signed === all
	}];
}
async function lastEvent(api) {
	return (await api.get("/api/events?sort=-sequence&page[size]=1")).body.data[0];
}
function webhookOf({ receiver }, { id }) {
	const matching = () => receiver.received.find(({ headers }) => headers["webhook-id"] === id);
	return require_fault_platform.until("the webhook has come", () => Promise.resolve(matching()));
}
function isSigned({ text, headers, body }, secret, { attributes }) {
	try {
		new standardwebhooks.Webhook(secret).verify(text, headers);
		return body.sequence === attributes.sequence && body.epoch === attributes.epoch;
	} catch {
		return false;
	}
}
// tools/bench/src/drill/keys.ts
/**
* Checks that a service without its keys exits with one line, and that a service with wrong keys logs one
* line.
*/
async function keyChecks(platform) {
	const names = platform.short ? ["auth-api"] : require_fault_platform.serviceNames;
	const checks = [];
	for (const name of names) checks.push(await withoutKey(platform, name, "SECRETS_KEY"));
	checks.push(await withoutKey(platform, "auth-api", "TOKEN_KEY"));
	const [another, sameName] = [`another:${other}`, `${require_stage.secretsKey.split(":")[0]}:${other}`];
	for (const name of names) checks.push(await withOther(platform, name, [
		"SECRETS_KEY",
		another,
		"SECRETS_KEY contains none of the earlier keys"
	]));
	checks.push(await withOther(platform, "auth-api", [
		"SECRETS_KEY",
		sameName,
		"differs from the earlier key with this id"
	]));
	checks.push(await withOther(platform, "auth-api", [
		"TOKEN_KEY",
		other,
		"TOKEN_KEY has changed"
	]));
	return checks;
}
const other = (0, node_crypto.randomBytes)(32).toString("base64");
async function withOther(platform, name, [key, value, expected]) {
	const service = await platform.startExtra(name, { [key]: value });
	const lines = () => service.said.split("\n").filter((line) => line.includes(expected));
	await require_fault_platform.until("it says so", () => Promise.resolve(lines().length > 0)).catch(() => void 0);
	await service.kill();
	const said = lines().map((line) => JSON.parse(line).msg);
	return {
		what: `${name} with another ${key}`,
		seen: said.join("; ") || "nothing",
		expected: `${expected} …`,
		ok: said.length === 1
	};
}
async function withoutKey(platform, name, key) {
	const said = await exitMessage(platform, name, { [key]: "" });
	const expected = `${name}: ${key} is not set.`;
	return {
		what: `${name} without ${key}`,
		seen: said,
		expected,
		ok: said === expected
	};
}
/** Returns the last output of a service that exits during its start. */
async function exitMessage(platform, name, settings) {
	try {
		await (await platform.startExtra(name, settings)).kill();
		return "it serves";
	} catch (error) {
		return error.message.split("exited during the start: ")[1].trim();
	}
}
// tools/bench/src/drill/index.ts
/**
* Runs a restore drill on a separate platform. Backs up the platform while clients write, kills its servers,
* restores them to a restore point from the archive of the write-ahead log, and prints the state of the
* restored platform. `--short` takes a few seconds and checks only the auth API with wrong keys. `--citus
* FOLDER` uses a cluster. Exits with code 1 if a check failed.
*/
async function runDrill(words) {
	const servers = await opened(words);
	const { platform } = servers;
	process.once("SIGINT", () => void servers.close().then(() => process.exit(1)));
	let checks = [];
	try {
		checks = await drill(servers);
	} catch (error) {
		platform.printFailure(error);
		await servers.close();
		process.exit(1);
	}
	await servers.close();
	const cells = checks.map(({ what, seen, expected, ok }) => [
		what,
		seen,
		expected,
		require_table.verdictCell(ok)
	]);
	const code = checks.every(({ ok }) => ok) ? 0 : 1;
	process.stdout.write(`\n${require_table.table([
		"checked",
		"seen",
		"expected",
		"verdict"
	], cells)}\n`, () => process.exit(code));
}
/** Starts the servers. If a requirement is missing, prints one line that names it. */
async function opened(words) {
	try {
		return await require_servers.Servers.open(require_servers.drillOptions(words.slice(1)));
	} catch (error) {
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	}
}
async function drill(servers) {
	const { platform, all } = servers;
	const { short } = platform;
	const traffic = await require_traffic.Traffic.start(platform);
	const { app, oauthToken } = await anInstalledApp(platform);
	await traffic.everyClientServed();
	say("base backup while clients write …");
	const [bytes, backupMs] = await require_timed.timed(() => backedUp(servers));
	await continueTraffic(traffic, short);
	const at = await traffic.atMoment(() => servers.nameMoment());
	const webhookSecrets = await secretsOf(platform);
	await continueTraffic(traffic, short);
	for (const { archive, postgres } of all) await archive.hasAllUntilNow(postgres);
	say(`SIGKILL of ${servers.isCluster ? "all nodes" : "Postgres"}, and what was on disk is lost …`);
	await Promise.all(all.map(({ postgres }) => postgres.kill()));
	await Promise.all([traffic.abandon(), ...[...platform.services.values()].map((service) => service.kill())]);
	say("restore …");
	const [, restoreMs] = await require_timed.timed(() => servers.restore());
	const known = {
		app,
		oauthToken,
		webhookSecrets,
		heads: await headsOf(platform)
	};
	const [, startMs] = await require_timed.timed(() => Promise.all(require_fault_platform.serviceNames.map((name) => platform.restart(name))));
	return [
		{
			what: `base backup of ${servers.isCluster ? `${all.length} nodes that are` : "a server that is"} written to`,
			seen: `${(bytes / 1e6).toFixed(0)} MB in ${require_numbers.formatSeconds(backupMs)}`,
			expected: "done",
			ok: true
		},
		{
			what: `restore to the moment, from ${all.reduce((sum, { archive }) => sum + archive.files, 0)} files of the log`,
			seen: `${require_numbers.formatSeconds(restoreMs)}, the services serve after ${require_numbers.formatSeconds(startMs)} more`,
			expected: "done",
			ok: true
		},
		...servers.isCluster ? await recoveryChecks(servers) : [],
		...await ledgerChecks(platform, traffic, at),
		...await credentials(platform, known),
		...await streams(platform, known),
		...await keyChecks(platform)
	];
}
const say = (line) => void process.stderr.write(`${line}\n`);
/** Backs up one server after another. Returns the total number of bytes. */
async function backedUp({ all }) {
	let bytes = 0;
	for (const { archive, postgres } of all) bytes += await archive.takeBase(postgres);
	return bytes;
}
async function continueTraffic(traffic, short) {
	await traffic.everyClientServed();
	if (!short) await (0, node_timers_promises.setTimeout)(5e3);
}
/** Installs an app that must send a Secret-Proof with each request. */
async function anInstalledApp({ postgres, shops }) {
	const app = await require_fault_platform.anApp(postgres, { requireProof: true });
	await postgres.query("UPDATE auth.app_secrets SET sealed = $2 WHERE app_id = $1", [app.id, require_subscribed_shop.seal(require_stage.sealingKeys, app.secret)]);
	return {
		app,
		oauthToken: await require_fault_platform.anOAuthToken(postgres, shops[0], app, ["meta.collection"])
	};
}
async function secretsOf({ postgres, shops }) {
	const rows = await postgres.query("SELECT i.shop_id, w.sealed FROM auth.webhook_secrets w JOIN auth.installations i USING (app_id) WHERE i.shop_id = ANY ($1)", [shops.map(({ id }) => id)]);
	return new Map(rows.map(({ shop_id, sealed }) => [shop_id, require_subscribed_shop.open(require_stage.sealingKeys, sealed)]));
}
async function headsOf({ postgres }) {
	const rows = await postgres.query("SELECT shop_id, last_sequence::float8 AS last, epoch::float8 AS epoch FROM shop.event_streams");
	return new Map(rows.map(({ shop_id, last, epoch }) => [shop_id, {
		last,
		epoch
	}]));
}
exports.runDrill = runDrill;

//# sourceMappingURL=drill-DzZpY6bq.js.map