const require_stage = require("./stage-CoQdZ4jO.js");
let pg = require("pg");
// libs/testing/database/src/cluster-databases.ts
/**
* `server` is the coordinator's database `postgres`, which knows its workers. Returns undefined without a
* cluster.
*/
async function clusterAt(client, server) {
	if (!await require_stage.isCluster(client)) return void 0;
	const { rows } = await client.query("SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid");
	return { nodes: [server, ...rows.map(({ host, port }) => {
		const url = new URL(server);
		url.hostname = host;
		url.port = String(port);
		return url.href;
	})] };
}
/** Runs the statements on every node. */
async function onEachNode({ nodes }, ...statements) {
	for (const node of nodes) {
		const client = new pg.Client({ connectionString: node });
		await client.connect();
		try {
			for (const statement of statements) await client.query(statement);
		} finally {
			await client.end();
		}
	}
}
/** Connects the databases of this name on all nodes to one cluster. `statements` run on each node first. */
async function formCluster(cluster, urlOf, ...statements) {
	await onEachNode({ nodes: cluster.nodes.map(urlOf) }, "CREATE EXTENSION citus", ...statements);
	const [coordinator, ...workers] = cluster.nodes.map((node) => new URL(node));
	const add = workers.map(({ hostname, port }) => `SELECT citus_add_node('${hostname}', ${port})`);
	await onEachNode({ nodes: [urlOf(cluster.nodes[0])] }, `SELECT citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`, ...add);
}
/** Uses few shards, because a test has few shops. */
async function distributed(url, passwords) {
	await require_stage.distribute(url, passwords, { shards: 4 });
}
/** Returns the statements that rename a database. They require that no client is connected. */
function renames(from, to) {
	return [...alone(from), `ALTER DATABASE ${from} RENAME TO ${to}`];
}
/**
* Returns the statements that copy a template. They disable connections and Citus maintenance of the template
* during the copy.
*/
function copies(template, name) {
	return [...alone(template), `CREATE DATABASE ${name} TEMPLATE ${template}`];
}
/**
* Returns the statements that drop a database. They disable Citus maintenance, which would reconnect after its
* connections were closed.
*/
function drops(name) {
	return [...alone(name), `DROP DATABASE ${name} WITH (FORCE)`];
}
const alone = (database) => [`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`];
Object.defineProperty(exports, "clusterAt", {
	enumerable: true,
	get: function() {
		return clusterAt;
	}
});
Object.defineProperty(exports, "copies", {
	enumerable: true,
	get: function() {
		return copies;
	}
});
Object.defineProperty(exports, "distributed", {
	enumerable: true,
	get: function() {
		return distributed;
	}
});
Object.defineProperty(exports, "drops", {
	enumerable: true,
	get: function() {
		return drops;
	}
});
Object.defineProperty(exports, "formCluster", {
	enumerable: true,
	get: function() {
		return formCluster;
	}
});
Object.defineProperty(exports, "onEachNode", {
	enumerable: true,
	get: function() {
		return onEachNode;
	}
});
Object.defineProperty(exports, "renames", {
	enumerable: true,
	get: function() {
		return renames;
	}
});

//# sourceMappingURL=cluster-databases-DUpckZeX.js.map