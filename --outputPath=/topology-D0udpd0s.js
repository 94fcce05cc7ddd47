// libs/postgres/driver/src/transaction-settings.ts
/** Sends one SET LOCAL per setting, because Citus does not forward `set_config()` to its workers. */
function setLocal(settings) {
	return settings.map(([name, value]) => `SET LOCAL ${name} = '${value}';`).join("");
}
/** Returns one preparable statement that sets every setting for the transaction and returns no row. */
function setConfig(settings) {
	const values = [];
	for (const [name, value] of settings) values.push(name, value);
	return {
		name: "settings",
		text: texts[settings.length] ??= textOf(settings.length),
		values
	};
}
const texts = [];
/** `num_nonnulls` evaluates every argument, whereas AND would stop at the first argument that is false. */
function textOf(count) {
	return `SELECT WHERE num_nonnulls(${Array.from({ length: count }, (_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`).join()}) = 0`;
}
// libs/postgres/driver/src/topology.ts
/** Session settings. Without UTC and ISO, times would not have the format that `rowFormat` expects. */
const baseSettings = {
	TimeZone: "UTC",
	DateStyle: "ISO,YMD",
	IntervalStyle: "iso_8601",
	extra_float_digits: "1",
	jit: "off"
};
/**
* One Postgres without a pooler. Generic plans are sufficient, because the shape of each statement determines
* its plan.
*/
const plainTopology = {
	kind: "postgres",
	pooler: "none",
	sessionSettings: {
		...baseSettings,
		plan_cache_mode: "force_generic_plan"
	},
	connectsDirectly: true,
	batchesTransactions: true,
	forwardsSettings: false,
	preparesOn: "connection",
	writesInSteps: false,
	hasWorkerNodes: false,
	insertsFromDocuments: true,
	mixesRoles: true,
	translate: (statement) => statement,
	openTransaction: (settings) => [`BEGIN;${setLocal(settings)}`]
};
/**
* A Citus cluster. Only a statement on one table has a generic plan, which Citus prunes to a shard at
* execution. Citus rejects generic plans of other statements, so Postgres must choose. Citus 14.0 leaks memory
* if the node of the session stores the shard of a generic plan (`verifyDistribution`).
*/
const citusTopology = {
	...plainTopology,
	kind: "citus",
	sessionSettings: {
		...baseSettings,
		plan_cache_mode: "auto",
		"citus.propagate_set_commands": "local"
	},
	forwardsSettings: true,
	writesInSteps: true,
	hasWorkerNodes: true,
	insertsFromDocuments: false,
	mixesRoles: false,
	translate: (statement) => statement.onCitus ? {
		...statement,
		...statement.onCitus
	} : statement,
	openTransaction: (settings) => ["BEGIN", ...settings.map((setting) => setLocal([setting]).slice(0, -1))]
};
/** A pooler that loses prepared statements between transactions. */
const transactionPoolerTopology = {
	...plainTopology,
	pooler: "transaction",
	connectsDirectly: false,
	batchesTransactions: false,
	preparesOn: "nowhere",
	translate: ({ name: _, ...nameless }) => nameless
};
const preparingPoolerTopology = {
	...plainTopology,
	pooler: "transaction-prepared",
	connectsDirectly: false,
	batchesTransactions: false,
	preparesOn: "pooler"
};
/** Throws for Citus behind a pooler, because services on Citus connect to the coordinator directly. */
function topologyOf(kind, pooler = "none") {
	if (kind === "citus" && pooler !== "none") throw new Error("Citus cannot be used behind a pooler");
	if (kind === "citus") return citusTopology;
	return {
		none: plainTopology,
		transaction: transactionPoolerTopology,
		"transaction-prepared": preparingPoolerTopology
	}[pooler];
}
/**
* Returns the session settings as `options` of a connection. Undefined behind a pooler, where the role has
* the settings.
*/
function startupOptions({ connectsDirectly, sessionSettings }) {
	if (!connectsDirectly) return void 0;
	return Object.entries(sessionSettings).map(([name, value]) => `-c ${name}=${value}`).join(" ");
}
/** Returns the `options` of a connection to plain Postgres. */
const sessionSettings = startupOptions(plainTopology);
Object.defineProperty(exports, "plainTopology", {
	enumerable: true,
	get: function() {
		return plainTopology;
	}
});
Object.defineProperty(exports, "sessionSettings", {
	enumerable: true,
	get: function() {
		return sessionSettings;
	}
});
Object.defineProperty(exports, "setConfig", {
	enumerable: true,
	get: function() {
		return setConfig;
	}
});
Object.defineProperty(exports, "setLocal", {
	enumerable: true,
	get: function() {
		return setLocal;
	}
});
Object.defineProperty(exports, "startupOptions", {
	enumerable: true,
	get: function() {
		return startupOptions;
	}
});
Object.defineProperty(exports, "topologyOf", {
	enumerable: true,
	get: function() {
		return topologyOf;
	}
});

//# sourceMappingURL=topology-D0udpd0s.js.map