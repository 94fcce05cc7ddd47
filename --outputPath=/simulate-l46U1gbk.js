const require_table = require("./table-CoKvrQYv.js");
const require_options = require("./options-BxEeKbqK.js");
// tools/bench/src/simulate/costs.ts
/** Measured costs in bytes, including indexes, and in CPU milliseconds (docs/scaling.md). */
const costs = {
	/** Bytes of a meta object without its search entries. */
	bytesOfObject: 700,
	/** Bytes of a search entry. An object has one entry for each key. */
	bytesOfEntry: 310,
	/** Bytes of events, deliveries and attempts for an average request in the mix of `npm run soak`. */
	bytesOfLog: 940,
	/** Retention of the event log in days. */
	logDays: 30,
	/**
	* Database CPU milliseconds of an average request in that mix, including events, deliveries and autovacuum.
	*/
	databaseMs: 1.5,
	nodeMs: 2,
	/** Share of `databaseMs` that writes cause, by the processor times in `citus` and a third of writes. */
	writeShare: .69,
	/**
	* Processor time of a Citus cluster as a multiple of plain Postgres (`npm run bench -- citus`). Reads come from the
	* nodes (SHOP_READS_FROM_NODES).
	*/
	citus: {
		reads: {
			coordinator: 0,
			workers: 1.3
		},
		writes: {
			coordinator: 2.6,
			workers: 2.7
		}
	},
	/** Size of a worker node: bytes of data, processors, and the share of them that is busy in the busiest hour. */
	worker: {
		bytes: 6e11,
		processors: 4,
		busyShare: .5
	},
	/** Load of the busiest hour as a multiple of the average. */
	peak: 3
};
/** Returns the busy processors of the coordinator and of all workers at this number of requests a second. */
function citusProcessors(perSecond) {
	const { reads, writes } = costs.citus;
	const busy = (node) => perSecond * costs.databaseMs * (costs.writeShare * writes[node] + (1 - costs.writeShare) * reads[node]) / 1e3;
	return {
		coordinator: busy("coordinator"),
		workers: busy("workers")
	};
}
/** Returns the number of worker nodes that the data and the requests need. */
function workersFor(bytes, perSecond) {
	const { worker } = costs;
	const byRequests = citusProcessors(perSecond).workers / (worker.processors * worker.busyShare);
	return Math.ceil(Math.max(bytes / worker.bytes, byRequests));
}
/**
* Returns the bytes of a shop. `entries` is the number of keys per object, and `requests` is the number of
* requests per day.
*/
function bytesOf(objects, entries, requests) {
	const { bytesOfObject, bytesOfEntry, bytesOfLog, logDays } = costs;
	return objects * (bytesOfObject + entries * bytesOfEntry) + requests * logDays * bytesOfLog;
}
// tools/bench/src/simulate/options.ts
const usage = `npm run simulate -- [--shops 100000] [--nodes 4] [--shards 32] [--tail zipf:0.9 | lognormal:2] [--seed 1]
  [--objects 1000] [--entries 10] [--requests 200]
--objects and --requests (per day) are averages per shop, --entries is the average per object.
`;
const defaults = {
	shops: 1e5,
	nodes: 4,
	shards: 32,
	seed: 1,
	objects: 1e3,
	entries: 10,
	requests: 200
};
const names = Object.keys(defaults);
/** Parses the options. Throws the usage for invalid options. */
function simulateOptions(words) {
	const { tail = "zipf:0.9", ...given } = require_options.readOptions(words, [...names, "tail"], usage);
	const options = {
		...defaults,
		tail: tailOf(tail)
	};
	for (const name of names) {
		const value = Number(given[name] ?? defaults[name]);
		if (!(value >= 1 && Number.isInteger(value))) throw new Error(usage);
		options[name] = value;
	}
	if (options.nodes > options.shards) throw new Error(`--shards must be at least --nodes.\n${usage}`);
	return options;
}
function tailOf(value) {
	const [, kind, by] = /^(zipf|lognormal):(\d+(?:\.\d+)?)$/.exec(value) ?? [];
	if (kind === void 0) throw new Error(usage);
	return {
		kind,
		by: Number(by)
	};
}
// tools/bench/src/simulate/placement.ts
/**
* Assigns shops to shards by ranges of their hashes, as Citus does. A shop above `isolateAbove` bytes gets a
* separate shard.
*/
function shardsOf({ size, requests, hash }, count, isolateAbove = Infinity) {
	const shards = Array.from({ length: count }, () => ({
		size: 0,
		requests: 0,
		isIsolated: false
	}));
	for (let shop = 0; shop < size.length; shop += 1) {
		const own = {
			size: size[shop],
			requests: requests[shop],
			isIsolated: true
		};
		if (own.size > isolateAbove) {
			shards.push(own);
			continue;
		}
		const shard = shards[Math.floor(hash[shop] * count)];
		shard.size += own.size;
		shard.requests += own.requests;
	}
	return shards;
}
/** Places shards on the nodes in turn, as `distribute` does. */
function roundRobin(shards, nodes) {
	return Array.from({ length: nodes }, (_, node) => shards.filter((_shard, at) => at % nodes === node));
}
/**
* Places the largest shards first, each on the node with the least data. This approximates `rebalance`, which
* uses sizes on disk.
*/
function bySize(shards, nodes) {
	const placed = Array.from({ length: nodes }, () => ({
		all: [],
		size: 0
	}));
	for (const shard of [...shards].sort((a, b) => b.size - a.size)) {
		const least = placed.reduce((emptiest, node) => node.size < emptiest.size ? node : emptiest);
		least.all.push(shard);
		least.size += shard.size;
	}
	return placed.map(({ all }) => all);
}
/** Returns the load of the fullest node divided by the average load. */
function skewOf(nodes, what) {
	const sums = nodes.map((shards) => shards.reduce((sum, shard) => sum + shard[what], 0));
	const all = sums.reduce((sum, each) => sum + each, 0);
	return Math.max(...sums) / (all / nodes.length);
}
// tools/bench/src/simulate/shops.ts
/** Standard deviation of the logarithm of requests divided by size. */
const USAGE_SPREAD = .5;
/** Generates shops. The same seed returns the same shops. */
function shopsOf(count, tail, seed) {
	const random = randomOf(seed);
	const size = Float64Array.from({ length: count }, (_, at) => tail.kind === "zipf" ? (at + 1) ** -tail.by : Math.exp(tail.by * normal(random)));
	const requests = size.map((each) => each * Math.exp(USAGE_SPREAD * normal(random)));
	const hash = Float64Array.from({ length: count }, random);
	return {
		size: withMeanOne(size),
		requests: withMeanOne(requests),
		hash
	};
}
function withMeanOne(values) {
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return values.map((value) => value / mean);
}
/** Returns a normally distributed random number (Box–Muller). */
function normal(random) {
	return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
/** Returns pseudorandom numbers from 0 (inclusive) to 1 (exclusive), by SplitMix32. */
function randomOf(seed) {
	let state = seed | 0;
	return () => {
		state = state + 2654435769 | 0;
		let mixed = state ^ state >>> 16;
		mixed = Math.imul(mixed, 569420461);
		mixed ^= mixed >>> 15;
		mixed = Math.imul(mixed, 1935289751);
		return ((mixed ^ mixed >>> 15) >>> 0) / 2 ** 32;
	};
}
// tools/bench/src/simulate/index.ts
/** Shares of an average node above which a shop is isolated. */
const THRESHOLDS = [
	.5,
	.2,
	.1,
	.05,
	.02
];
/** Maximum load of a node as a multiple of the average. A higher skew is a reason to isolate shops. */
const MAX_SKEW = 1.1;
/**
* Simulates a cluster whose shop sizes have a heavy-tailed distribution. Prints how evenly the shops are
* spread over the nodes, and the effect of isolating the largest shops.
*/
function runSimulate(words) {
	try {
		process.stdout.write(`${simulationReport(simulateOptions(words))}\n`);
	} catch (error) {
		process.stderr.write(`${error.message}\n`);
		process.exitCode = 2;
	}
}
function simulationReport(options) {
	const { nodes, shards: shardCount } = options;
	const shops = loadsOf(options);
	const total = shops.size.reduce((sum, each) => sum + each, 0);
	const perNode = total / nodes;
	const shards = shardsOf(shops, shardCount);
	const layouts = [
		{
			name: "in turn, as distributed",
			shards,
			nodes: roundRobin(shards, nodes)
		},
		{
			name: "rebalanced by size",
			shards,
			nodes: bySize(shards, nodes)
		},
		...THRESHOLDS.map((threshold) => {
			const isolated = shardsOf(shops, shardCount, threshold * perNode);
			return {
				name: `shops above ${threshold * 100} % of a node isolated, rebalanced`,
				threshold,
				shards: isolated,
				nodes: bySize(isolated, nodes)
			};
		})
	];
	const largest = shops.size.reduce((max, each) => Math.max(max, each), 0);
	return [
		totalsOf(options, total, largest),
		require_table.table([
			"shards",
			"isolated shops",
			"fullest node",
			"busiest node",
			"largest shard"
		], layouts.map((layout) => rowOf(layout, perNode))),
		"Of the average node, 1.00. The largest shard in % of one.\n",
		adviceOf(layouts, perNode, largest)
	].join("\n");
}
/** Computes the bytes and daily requests of each shop. */
function loadsOf({ shops, tail, seed, objects, entries, requests }) {
	const { size, requests: usage, hash } = shopsOf(shops, tail, seed);
	return {
		size: size.map((each, shop) => bytesOf(each * objects, entries, usage[shop] * requests)),
		requests: usage.map((each) => each * requests),
		hash
	};
}
function rowOf({ name, shards, nodes }, perNode) {
	const largest = shards.reduce((max, { size }) => Math.max(max, size), 0);
	return [
		name,
		String(shards.filter(({ isIsolated }) => isIsolated).length),
		skewOf(nodes, "size").toFixed(2),
		skewOf(nodes, "requests").toFixed(2),
		(largest / perNode * 100).toFixed(1)
	];
}
function totalsOf(options, bytes, largest) {
	const { shops, nodes, shards, tail, seed, objects, entries, requests } = options;
	const perSecond = shops * requests / 86400;
	const peak = perSecond * costs.peak;
	const { coordinator, workers } = citusProcessors(peak);
	return `${abbreviated(shops)} shops (${tail.kind}:${tail.by}, seed ${seed}), ${abbreviated(shops * objects)} meta objects, ${abbreviated(shops * objects * entries)} entries, ${sizeOf(bytes)}; the largest shop has ${sizeOf(largest)}.
${abbreviated(perSecond)} requests a second, ${abbreviated(peak)} in the busiest hour: ${abbreviated(peak * costs.databaseMs / 1e3)} processors for Postgres, ${abbreviated(peak * costs.nodeMs / 1e3)} for the services, all of them busy.
On Citus, with reads from the nodes: ${abbreviated(coordinator)} processors for the coordinator, ${abbreviated(workers)} for the workers. Workers of ${costs.worker.processors} processors and ${sizeOf(costs.worker.bytes)}: ${workersFor(bytes, peak)}.
${abbreviated(shards)} shards, ${abbreviated(nodes)} ${nodes === 1 ? "node" : "nodes"}: ${sizeOf(bytes / nodes)} and ${abbreviated(peak / nodes)} requests a second each, on average.
`;
}
/** Recommends the highest threshold with an acceptable skew. */
function adviceOf(layouts, perNode, largest) {
	const share = largest / perNode;
	if (share > MAX_SKEW) return `The largest shop alone has ${share.toFixed(1)} times what a node has on average: more nodes do not help it, only a larger one does.`;
	const layout = layouts.slice(1).find(({ nodes }) => skewOf(nodes, "size") <= MAX_SKEW && skewOf(nodes, "requests") <= MAX_SKEW);
	if (!layout) return `No threshold brings each node below ${MAX_SKEW}: use more shards (--shards), or fewer nodes.`;
	if (layout.threshold === void 0) return "No shop needs its own shard. Run rebalance.";
	return `Run isolate-shop for shops from ${sizeOf(layout.threshold * perNode)} on: no node has more than ${MAX_SKEW} then.`;
}
/** Formats a number with three digits and the suffix k, M or G. */
function abbreviated(value) {
	const [unit, divisor] = [
		["G", 1e9],
		["M", 1e6],
		["k", 1e3]
	].find(([, least]) => value >= least) ?? ["", 1];
	return `${Number((value / divisor).toPrecision(3))}${unit && ` ${unit}`}`;
}
function sizeOf(bytes) {
	const [unit, divisor] = [["TB", 0xe8d4a51000], ["GB", 1e9]].find(([, least]) => bytes >= least) ?? ["MB", 1e6];
	return `${Number((bytes / divisor).toPrecision(3))} ${unit}`;
}
exports.runSimulate = runSimulate;

//# sourceMappingURL=simulate-l46U1gbk.js.map