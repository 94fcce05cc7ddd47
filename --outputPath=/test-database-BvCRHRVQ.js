const require_stage = require("./stage-CoQdZ4jO.js");
const require_cluster_databases = require("./cluster-databases-DUpckZeX.js");
let node_crypto = require("node:crypto");
let pg = require("pg");
// libs/testing/database/src/one-at-a-time.ts
/**
* Serializes the calls of a function. A Postgres connection runs one statement at a time, and pg no longer
* queues others.
*/
function oneAtATime(ask) {
	let last = Promise.resolve();
	return (...words) => {
		const answer = last.then(() => ask(...words));
		last = answer.catch(() => void 0);
		return answer;
	};
}
// libs/testing/database/src/test-database.ts
/** Passwords of the roles on the server of a test run. */
const passwords = {
	owner: "owner",
	auth: "auth",
	shop: "shop",
	hooks: "hooks"
};
const templateLock = 7340002;
/** With TEST_POOLER_URL, services in specs connect through that pooler. */
function pooled(url) {
	const pooler = process.env["TEST_POOLER_URL"];
	if (!pooler) return url;
	const through = new URL(url);
	through.host = new URL(pooler).host;
	return through.href;
}
async function testDatabase() {
	const server = process.env["TEST_DATABASE_URL"];
	if (!server) throw new Error("TEST_DATABASE_URL is not set: jest.config.cjs must have { postgres: true }");
	const name = `test_${(0, node_crypto.randomBytes)(6).toString("hex")}`;
	await withClient(server, async (client) => {
		const cluster = await require_cluster_databases.clusterAt(client, server);
		const template = await migratedTemplate(client, server, cluster);
		if (cluster) await require_cluster_databases.onEachNode(cluster, ...require_cluster_databases.copies(template, name));
		else await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
	});
	const administratorUrl = inDatabase(server, name);
	const administrator = new pg.Client({ connectionString: administratorUrl });
	administrator.on("error", () => void 0);
	await administrator.connect();
	const query = oneAtATime((text, values) => administrator.query(text, values));
	return {
		administratorUrl,
		url: (role) => pooled(require_stage.urlAs(administratorUrl, role, passwords)),
		query: async (text, values) => (await query(text, values)).rows,
		async drop() {
			await administrator.end();
			await withClient(server, async (client) => {
				const cluster = await require_cluster_databases.clusterAt(client, server);
				if (cluster) await require_cluster_databases.onEachNode(cluster, ...require_cluster_databases.drops(name));
				else await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
			});
		}
	};
}
/** Creates a migrated template once per state of the migrations. Copying the template is faster than migrating. */
async function migratedTemplate(client, server, cluster) {
	const state = [...require_stage.authMigrations, ...require_stage.shopMigrations].map((migration) => `${migration.name} ${migration.prototype.up.toString()}`);
	if (cluster) state.push(JSON.stringify(require_stage.clusterFunctions));
	const each = cluster ?? { nodes: [server] };
	const name = `template_${(0, node_crypto.createHash)("sha256").update(state.join()).digest("hex").slice(0, 16)}`;
	await client.query("SELECT pg_advisory_lock($1)", [templateLock]);
	try {
		const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
		if (rowCount) return name;
		const unfinished = `${name}_unfinished`;
		await require_cluster_databases.onEachNode(each, `DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`, `CREATE DATABASE ${unfinished}`);
		const url = inDatabase(server, unfinished);
		if (cluster) await require_cluster_databases.formCluster(cluster, (node) => inDatabase(node, unfinished));
		await require_stage.migrate({
			auth: url,
			shop: url
		}, passwords);
		if (cluster) await require_cluster_databases.distributed(url, passwords);
		await require_cluster_databases.onEachNode(each, ...require_cluster_databases.renames(unfinished, name));
		return name;
	} finally {
		await client.query("SELECT pg_advisory_unlock($1)", [templateLock]);
	}
}
function inDatabase(server, name) {
	const url = new URL(server);
	url.pathname = `/${name}`;
	return url.href;
}
async function withClient(url, work) {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}
Object.defineProperty(exports, "testDatabase", {
	enumerable: true,
	get: function() {
		return testDatabase;
	}
});

//# sourceMappingURL=test-database-BvCRHRVQ.js.map