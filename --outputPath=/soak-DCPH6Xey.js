const require_table = require("./table-CoKvrQYv.js");
const require_subscribed_shop = require("./subscribed-shop-BK-aKqwq.js");
const require_receiver_process = require("./receiver-process-B8ort0K-.js");
const require_shop_of_size = require("./shop-of-size-DWA1P94F.js");
const require_stage = require("./stage-CoQdZ4jO.js");
const require_fault_platform = require("./fault-platform-DMdideFM.js");
const require_people = require("./people-BzFuyM-t.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_options = require("./options-BxEeKbqK.js");
let node_http = require("node:http");
let node_crypto = require("node:crypto");
let node_os = require("node:os");
let node_timers_promises = require("node:timers/promises");
let pg = require("pg");
let node_fs = require("node:fs");
let node_path = require("node:path");
// tools/bench/src/soak/mix.ts
/** Percentage of requests by kind. */
const shares = {
	read: 25,
	list: 20,
	search: 15,
	create: 20,
	update: 8,
	remove: 5,
	order: 4,
	exchange: 1,
	"own shop": 2
};
/** Maximum number of concurrent requests. Further requests are not sent, but counted. */
const MAX_AT_ONCE = 64;
/** Number of recent ids of a shop that are read and changed. */
const RECENT_IDS = 50;
/** Sends a steady mix of requests to many shops. Most requests go to a few shops. */
var Mix = class {
	constructor(ports, shops, client, rate) {
		this.ports = ports;
		this.shops = shops;
		this.client = client;
		this.rate = rate;
		this.agent = new node_http.Agent({
			keepAlive: true,
			maxSockets: MAX_AT_ONCE
		});
		this.isStopping = false;
		this.pending = 0;
		this.nonces = [];
		this.watchers = [];
		this.counts = {
			sent: 0,
			failed: 0,
			heldBack: 0
		};
		this.sending = Promise.resolve();
	}
	/** Starts the mix. `times` is a multiple of the usual rate. */
	start(times = 1) {
		this.isStopping = false;
		this.sending = this.send(this.rate * times);
	}
	/** Resolves when every request has a response. */
	async stop() {
		this.isStopping = true;
		await this.sending;
		while (this.pending > 0) await (0, node_timers_promises.setTimeout)(20);
	}
	async close() {
		this.agent.destroy();
		await this.client.end();
	}
	/** Returns a function that reports the responses since its previous call. */
	watch() {
		const own = {
			times: [],
			failed: []
		};
		this.watchers.push(own);
		return () => {
			const [times, failed] = [own.times.splice(0), own.failed.splice(0)];
			return {
				count: times.length,
				failed,
				p50: require_numbers.percentile(times, 50),
				p99: require_numbers.percentile(times, 99)
			};
		};
	}
	shopApi({ domain, token }) {
		return new require_fault_platform.HttpClient(this.ports.shopApi, `${domain}.localhost`, token, this.agent);
	}
	/**
	* Sends requests at fixed times without waiting for responses, so that slow responses do not reduce the
	* load.
	*/
	async send(rate) {
		const startedAt = performance.now();
		for (let count = 0; !this.isStopping; count += 1) {
			const wait = startedAt + count * 1e3 / rate - performance.now();
			if (wait > 1) await (0, node_timers_promises.setTimeout)(wait);
			if (this.pending < MAX_AT_ONCE) this.one();
			else this.counts.heldBack += 1;
		}
	}
	async one() {
		this.pending += 1;
		this.counts.sent += 1;
		const [kind, startedAt] = [kindOf(Math.random() * 100), performance.now()];
		const answer = await this.request(kind).catch((error) => error);
		this.pending -= 1;
		const ms = performance.now() - startedAt;
		for (const { times } of this.watchers) times.push(ms);
		if (!(answer instanceof Error) && answer.status < 300) return;
		this.counts.failed += 1;
		const failure = answer instanceof Error ? answer.message : `${answer.status} ${answer.text.slice(0, 200)}`;
		for (const { failed } of this.watchers) failed.push(`${kind}: ${failure}`);
	}
	async request(kind) {
		if (kind === "exchange") return this.exchange();
		const shop = this.anyShop(kind === "order" ? ({ variant }) => variant !== void 0 : () => true);
		const api = this.shopApi(shop);
		const id = anyOf(shop.objects);
		if (kind === "own shop") return new require_fault_platform.HttpClient(this.ports.authApi, "localhost", shop.token, this.agent).get(`/api/shops/${shop.id}`);
		if (kind === "list") return api.get("/api/meta?page[size]=25");
		if (kind === "search") return api.get(`/api/meta?filter[meta]=${encodeURIComponent(JSON.stringify(anyOf(conditions)))}`);
		if (kind === "order") return api.post("/api/orders", orderOf(shop));
		if (kind === "create" || id === void 0) return this.create(api, shop);
		if (kind === "read") return api.get(`/api/meta/${id}`);
		if (kind === "update") return api.patch(`/api/meta/${id}`, { data: {
			type: "meta",
			id,
			attributes: { data: dataOf() }
		} });
		const oldest = shop.older.shift();
		return oldest === void 0 ? this.create(api, shop) : api.delete(`/api/meta/${oldest}`);
	}
	async create(api, shop) {
		const attributes = {
			resource_type: "orders",
			resource_id: (0, node_crypto.randomUUID)(),
			data: dataOf()
		};
		const answer = await api.post("/api/meta", { data: {
			type: "meta",
			attributes
		} }, { headers: { "idempotency-key": (0, node_crypto.randomUUID)() } });
		if (answer.status === 201) shop.objects.push(answer.body.data.id);
		if (shop.objects.length > RECENT_IDS) shop.older.push(shop.objects.shift());
		return answer;
	}
	async exchange() {
		const nonce = this.nonces.pop() ?? await this.moreNonces();
		return new require_fault_platform.HttpClient(this.ports.authApi, "localhost", void 0, this.agent).get(`/api/oauth_tokens/nonce/${nonce}`);
	}
	async moreNonces() {
		this.nonces.push(...await require_people.makeNonces(this.client, this.anyShop(({ isSubscribed }) => !isSubscribed), 20));
		return this.nonces.pop();
	}
	/** Picks a shop at random. The first shops are more likely. */
	anyShop(allowed) {
		const all = this.shops.filter(allowed);
		return all[Math.floor(Math.random() ** 2 * all.length)];
	}
};
function kindOf(percent) {
	let left = percent;
	return Object.keys(shares).find((kind) => (left -= shares[kind]) < 0) ?? "read";
}
const colours$1 = [
	"red",
	"blue",
	"green",
	"black"
];
const conditions = [
	[{
		key: "colour",
		value: "red"
	}],
	[{
		key: "priority",
		operator: ">",
		value: 90
	}],
	[{
		key: "colour",
		value: "blue"
	}, {
		key: "gift",
		value: true
	}]
];
/** Returns data of an object with ten search entries. */
function dataOf() {
	return {
		colour: anyOf(colours$1),
		priority: Math.floor(Math.random() * 100),
		gift: Math.random() < .1,
		note: "a note of some length, as people write it",
		weight: Math.random() * 1e3,
		size: "XL",
		supplier: `Mill ${Math.floor(Math.random() * 50)}`,
		checked: true,
		code: (0, node_crypto.randomUUID)(),
		batch: 7
	};
}
const orderOf = ({ variant }) => ({ data: {
	type: "orders",
	attributes: {
		line_items: [{
			variant_id: variant,
			quantity: 1
		}],
		email: "somebody@example.com"
	}
} });
function anyOf(all) {
	return all[Math.floor(Math.random() * all.length)];
}
// tools/bench/src/soak/platform.ts
/** Number of receivers that the shops of the mix share, and number of receivers of the backlog. */
const [steadyReceivers, backlogReceivers] = [10, 20];
/** Number of objects in the first shop, so that searches have data. */
const INITIAL_OBJECTS = 5e4;
async function openPlatform(stage, { shops: count, rate }) {
	const receivers = await require_receiver_process.ReceiverProcess.start(stage, steadyReceivers + backlogReceivers);
	const ports = /* @__PURE__ */ new Map();
	const metricsUrls = /* @__PURE__ */ new Map();
	for (const name of require_fault_platform.serviceNames) {
		const metrics = await require_stage.freePort();
		ports.set(name, await stage.startService(name, { environment: {
			METRICS_PORT: String(metrics),
			LOG_LEVEL: "warn"
		} }));
		metricsUrls.set(name, `http://127.0.0.1:${metrics}/metrics`);
	}
	const startedAt = performance.now();
	const served = {
		shopApi: ports.get("shop-api"),
		authApi: ports.get("auth-api")
	};
	const shops = [];
	for (let at = 0; at < count; at += 1) shops.push(await makeSoakShop(stage, receivers, at));
	const client = new pg.Client({ connectionString: stage.databaseUrl() });
	await client.connect();
	const mix = new Mix(served, shops, client, rate);
	await require_shop_of_size.fillShop(stage.client, shops[0].id, INITIAL_OBJECTS, stage.folder);
	for (const shop of shops.filter(({ isSubscribed }) => !isSubscribed)) await addVariant(mix, shop);
	await stage.client.query("VACUUM ANALYZE");
	return {
		stage,
		receivers,
		metricsUrls,
		mix,
		startedAt,
		cpu: () => ({
			...Object.fromEntries(require_fault_platform.serviceNames.map((name) => [name, stage.cpuOf(ports.get(name)) ?? 0])),
			Postgres: stage.serverCpu() ?? 0
		})
	};
}
/** Opens a stage with autovacuum, as in production. */
const openSoakStage = () => require_stage.openStage({
	autovacuum: "on",
	shared_buffers: "256MB"
});
/** Creates a shop. Every second shop has three receivers. */
async function makeSoakShop(stage, receivers, at) {
	const [objects, older] = [[], []];
	if (at % 2 === 0) return {
		...await require_people.makeShop(stage.client, `soak-${at}`),
		isSubscribed: false,
		objects,
		older
	};
	const own = [
		0,
		1,
		2
	].map((next) => (at + next) % steadyReceivers);
	return {
		...await require_subscribed_shop.makeSubscribedShop(stage.client, own, receivers.ports),
		isSubscribed: true,
		objects,
		older
	};
}
async function addVariant(mix, shop) {
	const api = mix.shopApi(shop);
	const product = await api.post("/api/products", { data: {
		type: "products",
		attributes: {
			title: "Mug",
			status: "active"
		}
	} });
	const attributes = {
		title: "Blue",
		price_amount: 1995,
		currency_code: "EUR",
		inventory_quantity: 1e6
	};
	const relationships = { product: { data: {
		type: "products",
		id: product.body.data.id
	} } };
	const { body } = await api.post("/api/variants", { data: {
		type: "variants",
		attributes,
		relationships
	} });
	shop.variant = body.data.id;
}
// tools/bench/src/soak/trend.ts
/**
* Maximum number of points. More points do not improve the trend, and the number of pairs grows
* quadratically.
*/
const MAX_POINTS$1 = 400;
/**
* Returns the change per second as the median slope between all pairs of points (Theil–Sen). Single peaks do
* not affect the median.
*/
function slopeOf(points) {
	const some = thinned(points, MAX_POINTS$1);
	const slopes = [];
	for (const [at, [time, value]] of some.entries()) for (const [later, laterValue] of some.slice(at + 1)) if (later > time) slopes.push((laterValue - value) / (later - time));
	return slopes.length === 0 ? 0 : require_numbers.percentile(slopes, 50);
}
/** Returns the change from the first point to the last, computed from the slope. */
function growthOf(points) {
	const [first, last] = [points[0], points.at(-1)];
	return first && last ? slopeOf(points) * (last[0] - first[0]) : 0;
}
/** Removes the points of the first `share` of the time, during which caches fill and code is compiled. */
function withoutWarmUp(points, share) {
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last) return [];
	const from = first[0] + (last[0] - first[0]) * share;
	return points.filter(([at]) => at >= from);
}
/**
* Returns the lowest point of each of `parts` equal intervals. For a heap, this is the size after a garbage
* collection.
*/
function floorsOf(points, parts) {
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last) return [];
	const length = (last[0] - first[0]) / parts || 1;
	const floors = /* @__PURE__ */ new Map();
	for (const point of points) {
		const part = Math.min(parts - 1, Math.floor((point[0] - first[0]) / length));
		const lowest = floors.get(part);
		if (!lowest || point[1] < lowest[1]) floors.set(part, point);
	}
	return [...floors.values()];
}
/** Returns at most `max` evenly spaced elements, including the first and the last. */
function thinned(all, max) {
	if (all.length <= max) return [...all];
	return Array.from({ length: max }, (_, at) => all[Math.round(at * (all.length - 1) / (max - 1))]);
}
// tools/bench/src/soak/verdicts.ts
/** Share of the time at the start that no verdict covers. */
const WARM_UP_SHARE = .3;
/** Number of equal intervals, from each of which the lowest point is used. */
const FLOOR_PARTS = 5;
/**
* Returns a verdict that passes if a value does not grow after the warm-up. The allowed total growth does not
* depend on the duration.
*/
function flat(points, { what, unit, share = 0, least, floors = false }) {
	const judged = withoutWarmUp(points, WARM_UP_SHARE);
	const growth = growthOf(floors ? floorsOf(judged, FLOOR_PARTS) : judged);
	const middle = require_numbers.percentile(values(judged), 50);
	const allowed = Math.max(least, middle * share);
	return {
		what,
		seen: `${formatNumber(middle)} ${unit}, ${growth < 0 ? "−" : "+"}${formatNumber(Math.abs(growth))}`,
		bar: `≤ +${formatNumber(allowed)}`,
		ok: judged.length > 0 && growth <= allowed
	};
}
/**
* Works like `flat` for the memory of a process under a burst of load. Also allows growth of `young`, the
* space for young objects, which `--max-semi-space-size` limits.
*/
function flatBesideYoung(memory, young, growth) {
	const rooms = values(young);
	const room = rooms.length > 0 ? Math.max(...rooms) - rooms[0] : 0;
	const what = `${growth.what}, with ${formatNumber(room)} MiB more room for young objects`;
	return flat(memory, {
		...growth,
		what,
		least: growth.least + room
	});
}
/**
* Returns a verdict that passes if 95 % of the samples are within the limit. Single samples can coincide with
* a checkpoint.
*/
function mostlyBelow(points, what, unit, bar) {
	const judged = values(withoutWarmUp(points, WARM_UP_SHARE));
	const seen = require_numbers.percentile(judged, 95);
	return {
		what,
		seen: `${formatNumber(require_numbers.percentile(judged, 50))} ${unit}, 95 % of the looks ≤ ${formatNumber(seen)}`,
		bar: `≤ ${formatNumber(bar)} ${unit}`,
		ok: judged.length > 0 && seen <= bar
	};
}
/**
* Returns a verdict that passes if the bytes per row of every table do not grow. Reports the table with the
* highest growth.
*/
function perRow(ofTables, what, allowed) {
	const tables = [...ofTables].map(([table, points]) => {
		const judged = withoutWarmUp(points, WARM_UP_SHARE);
		const [first, last] = [judged[0]?.[1] ?? 0, judged.at(-1)?.[1] ?? 0];
		return {
			table,
			first,
			last,
			growth: growthOf(judged) / (first || 1)
		};
	});
	const worst = tables.reduce((all, each) => all && all.growth >= each.growth ? all : each, tables[0]);
	const { table, first, last, growth } = worst ?? {
		table: "no table",
		first: 0,
		last: 0,
		growth: 0
	};
	return {
		what,
		seen: `${table}: ${formatNumber(first)} → ${formatNumber(last)} bytes a row, ${growth < 0 ? "−" : "+"}${formatNumber(Math.abs(growth) * 100)} %`,
		bar: `≤ +${formatNumber(allowed * 100)} %`,
		ok: worst !== void 0 && growth <= allowed
	};
}
/** Returns a verdict that passes if a number is at most its limit. */
function atMost(what, value, unit, bar) {
	const suffix = unit && ` ${unit}`;
	return {
		what,
		seen: `${formatNumber(value)}${suffix}`,
		bar: `≤ ${formatNumber(bar)}${suffix}`,
		ok: value <= bar
	};
}
const values = (points) => points.map(([, value]) => value);
/** Formats a number with three digits, and with commas for thousands. */
function formatNumber(value) {
	const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return Number(value.toFixed(digits)).toLocaleString("en-US", { maximumFractionDigits: digits });
}
// tools/bench/src/soak/cases.ts
const BACKLOG_SHOPS = 20;
const MAX_DRAIN_SECONDS = 600;
/** Maximum 99th percentile in milliseconds of requests during the backlog. */
const MAX_P99_MS$1 = 1e3;
/**
* Commits a burst of events during the mix, and measures the time until the receivers have all events in
* order.
*/
async function drainBacklog(platform, events) {
	const { stage, receivers, mix } = platform;
	const shops = [];
	for (let at = 0; at < BACKLOG_SHOPS; at += 1) shops.push(await require_subscribed_shop.makeSubscribedShop(stage.client, [steadyReceivers + at % backlogReceivers], receivers.ports));
	const each = Math.ceil(events / BACKLOG_SHOPS);
	const all = shops.flatMap((shop) => shop.receivers);
	const answers = mix.watch();
	const received = receivers.get(all, each);
	const committedAt = await require_receiver_process.writeAtOnce(stage, shops, each);
	const seconds = ((await received).at - committedAt) / 1e3;
	const { count, failed, p99 } = answers();
	const total = each * BACKLOG_SHOPS;
	const rate = `${formatNumber(total / seconds)} a second`;
	if (failed.length > 0) process.stderr.write(`${failed.slice(0, 10).join("\n")}\n`);
	return [
		{
			what: `${formatNumber(total)} events of ${BACKLOG_SHOPS} shops, committed at once, are delivered`,
			seen: `${formatNumber(seconds)} s, ${rate}`,
			bar: `≤ ${MAX_DRAIN_SECONDS} s`,
			ok: seconds <= MAX_DRAIN_SECONDS
		},
		{
			...atMost("requests that fail meanwhile", failed.length, `of ${formatNumber(count)}`, 0),
			bar: "0"
		},
		atMost("p99 of requests meanwhile", p99, "ms", MAX_P99_MS$1)
	];
}
/**
* Milliseconds before and during the measurement of idle shops. The first interval includes the end of a
* checkpoint, and the second includes tasks that run every half minute.
*/
const [SETTLE_MS, IDLE_MS] = [2e4, 6e4];
/** Maximum CPU use of idle shops in percent of one CPU. */
const MAX_IDLE_PERCENT = 1;
/** Milliseconds after which the first retention run has finished. The next run follows after six hours. */
const RETENTION_DONE_MS = 13e4;
/** Measures the cost of shops with a webhook and without pending events. */
async function idleShops(platform, count) {
	const { client } = platform.stage;
	await (0, node_timers_promises.setTimeout)(Math.max(0, platform.startedAt + RETENTION_DONE_MS - performance.now()));
	await client.query("VACUUM ANALYZE");
	await client.query("CHECKPOINT");
	await (0, node_timers_promises.setTimeout)(SETTLE_MS);
	const before = await usedIn(platform, IDLE_MS);
	await addIdleShops(platform, count);
	await client.query("VACUUM ANALYZE");
	await client.query("CHECKPOINT");
	await (0, node_timers_promises.setTimeout)(SETTLE_MS);
	const used = await usedIn(platform, IDLE_MS);
	const shown = (of) => `${totalOf(of).toFixed(2)} % (${Object.entries(of).map(([name, percent]) => `${name} ${percent.toFixed(2)}`).join(", ")})`;
	const idle = `${formatNumber(count)} idle shops with webhooks`;
	const cost = (what, percent, seen) => {
		return {
			what,
			seen,
			bar: `≤ ${MAX_IDLE_PERCENT} %`,
			ok: percent <= MAX_IDLE_PERCENT
		};
	};
	const [additional, all] = [totalOf(used) - totalOf(before), totalOf(used)];
	return [cost(`what ${idle} add, of one processor`, additional, `${additional.toFixed(2)} %, to ${shown(before)}`), cost(`all services and Postgres, with ${idle}`, all, shown(used))];
}
const totalOf = (of) => Object.values(of).reduce((all, each) => all + each, 0);
/** Measures the CPU use of each program in percent of one CPU. */
async function usedIn({ cpu }, ms) {
	const [before, startedAt] = [cpu(), performance.now()];
	await (0, node_timers_promises.setTimeout)(ms);
	const [used, passed] = [cpu(), performance.now() - startedAt];
	return Object.fromEntries(Object.entries(used).map(([name, value]) => [name, (value - before[name]) / passed * 100]));
}
/** Installs one app in all shops. Each shop already has a thousand events. */
async function addIdleShops({ stage: { client }, receivers }, count) {
	const installed = await require_subscribed_shop.makeSubscribedShop(client, [0], [receivers.ports[0]]);
	await client.query(`WITH app AS (SELECT app_id FROM auth.installations WHERE shop_id = $1), shops AS (
       INSERT INTO auth.shops (id, domain, name, title, description)
       SELECT gen_random_uuid(), 'idle-' || n, 'idle', 'idle', '' FROM generate_series(1, $2) n RETURNING id
     )
     INSERT INTO auth.installations (shop_id, id, app_id, scopes, status, installed_at)
     SELECT id, gen_random_uuid(), app_id, '{meta.get}', 'installed', now() FROM shops, app`, [installed.id, count]);
	await client.query(`WITH idle AS MATERIALIZED (
       SELECT i.shop_id, i.id, i.app_id FROM auth.installations i JOIN auth.shops s ON s.id = i.shop_id
         WHERE s.domain LIKE 'idle-%'
     ), heads AS (
       INSERT INTO shop.event_streams (shop_id, last_sequence) SELECT shop_id, 1000 FROM idle
     )
     INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence) SELECT shop_id, id,
       app_id, 1000 FROM idle`);
}
// tools/bench/src/soak/options.ts
const usage = `npm run soak -- [--minutes N | --hours N] [--shops N] [--rate N] [--backlog N] [--idle-shops N]
  [--picture FILE]
Runs a steady mix of requests and webhooks for 10 minutes, then a backlog of 100,000 events, then 10,000 idle
shops. 0 skips a part. Prints tables and draws dist/soak.svg.
`;
const names = [
	"minutes",
	"hours",
	"shops",
	"rate",
	"backlog",
	"idle-shops",
	"picture"
];
/** Parses the options. Throws the usage for invalid options. */
function soakOptions(words) {
	const given = require_options.readOptions(words, names, usage);
	const number = (name, absent, min = 1) => {
		const value = Number(given[name] ?? absent);
		if (Number.isNaN(value) || value < min) throw new Error(`--${name} must be a number from ${min}.\n${usage}`);
		return value;
	};
	return {
		minutes: given.hours === void 0 ? number("minutes", 10, .1) : number("hours", 0, 0) * 60,
		shops: number("shops", 100, 2),
		rate: number("rate", 60),
		backlog: number("backlog", 1e5, 0),
		idleShops: number("idle-shops", 1e4, 0),
		picture: (0, node_path.resolve)(given.picture ?? "dist/soak.svg")
	};
}
// tools/bench/src/soak/picture.ts
const [width, height] = [420, 190];
const COLUMNS = 2;
const [left, right, top, bottom] = [
	58,
	14,
	40,
	34
];
const colours = [
	"#1f5fbf",
	"#c2410c",
	"#15803d",
	"#7e22ce"
];
const MAX_POINTS = 300;
/** Draws panels side by side as SVG. Each panel has its own axes. */
function pictureOf(panels, marks) {
	const rows = Math.ceil(panels.length / COLUMNS);
	const end = Math.max(1, ...panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(([at]) => at))));
	const drawn = panels.map((panel, at) => {
		const [x, y] = [at % COLUMNS * width, Math.floor(at / COLUMNS) * height];
		return `<g transform="translate(${x} ${y})">\n${drawPanel(panel, marks, end)}\n</g>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * width} ${rows * height}" font-family="system-ui, sans-serif" font-size="10" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join("\n")}
</svg>
`;
}
function drawPanel({ title, unit, lines }, marks, end) {
	const steps = ticks(Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value)), 0));
	const maxStep = steps.at(-1);
	const x = (at) => round(left + at / end * (width - left - right));
	const y = (value) => round(height - bottom - value / maxStep * (height - top - bottom));
	const text = (at, words, anchor = "start", more = "") => `<text x="${at[0]}" y="${at[1]}" text-anchor="${anchor}"${more}>${escaped(words)}</text>`;
	const minutes = ticks(end / 60).filter((minute) => minute * 60 <= end);
	return [
		text([left, 14], `${title}, ${unit}`, "start", " font-weight=\"600\" font-size=\"12\""),
		...legend(lines, text),
		...steps.map((value) => `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>${text([left - 5, y(value) + 3], formatNumber(value), "end")}`),
		...minutes.map((minute) => text([x(minute * 60), height - bottom + 13], formatNumber(minute), "middle")),
		text([width - right, height - bottom + 25], "minutes", "end"),
		...marks.map(({ at, name }) => `<line x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${height - bottom}" stroke="#888" stroke-dasharray="3 3"/>${text([x(at) - 3, top + 8], name, "end", " fill=\"#666\"")}`),
		...lines.map(({ points }, at) => {
			return `<polyline points="${thinned(points, MAX_POINTS).map(([time, value]) => `${x(time)},${y(value)}`).join(" ")}" fill="none" stroke="${colours[at % colours.length]}" stroke-width="1.4"/>`;
		})
	].join("\n");
}
/** Draws a legend unless the panel has only one line. */
function legend(lines, text) {
	if (lines.length < 2) return [];
	return lines.map(({ name }, at) => text([left + at * 90, 29], name, "start", ` fill="${colours[at % colours.length]}"`));
}
/** Returns round axis steps from 0 to at least `highest`. */
function ticks(highest) {
	if (highest <= 0) return [0, 1];
	const size = 10 ** Math.floor(Math.log10(highest));
	const step = [
		.2,
		.25,
		.5,
		1,
		2
	].map((each) => each * size).find((each) => highest / each <= 5);
	return Array.from({ length: Math.ceil(highest / step - 1e-9) + 1 }, (_, at) => Number((at * step).toPrecision(6)));
}
const round = (value) => Math.round(value * 10) / 10;
const escaped = (words) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
// tools/bench/src/soak/report.ts
const [MAX_LAG_MS, MAX_P99_MS] = [100, 250];
/**
* Maximum percentage of dead rows. A higher percentage means that autovacuum, which starts at 20 %, does not
* keep up.
*/
const MAX_DEAD_PERCENT = 30;
/** Returns verdicts on the steady mix. */
function steadyVerdicts(samples, { requests, failed, heldBack }) {
	const ofEach = (what, verdict) => require_fault_platform.serviceNames.map((name) => verdict(`${name} ${what}`, name));
	return [
		atMost("requests that fail", failed, `of ${requests.toLocaleString("en-US")}`, 0),
		atMost("requests that are held back, since others wait", heldBack, "", 0),
		mostlyBelow(samples.of("p99"), "p99 of requests", "ms", MAX_P99_MS),
		...ofEach("memory", (series, name) => flat(samples.of(series), {
			what: `${name}: memory (RSS)`,
			unit: "MiB",
			share: .1,
			least: 16
		})),
		...ofEach("heap", (series, name) => flat(samples.of(series), {
			what: `${name}: old heap after collections`,
			unit: "MiB",
			share: .1,
			least: 16,
			floors: true
		})),
		...ofEach("files", (series, name) => flat(samples.of(series), {
			what: `${name}: file descriptors`,
			unit: "open",
			least: 5
		})),
		flat(samples.of("connections"), {
			what: "connections of Postgres",
			unit: "open",
			least: 2
		}),
		...ofEach("lag", (series, name) => mostlyBelow(samples.of(series), `${name}: p99 of event-loop lag`, "ms", MAX_LAG_MS)),
		perRow(samples.rowSizes, "each table grows with its rows; the most", .2),
		perRow(samples.indexSizes, "indexes grow with the rows; the most", .2),
		mostlyBelow(shareOfDead(samples), "dead rows", "% of all", MAX_DEAD_PERCENT),
		mostlyBelow(samples.of("backlog"), "webhooks behind", "events", 200)
	];
}
function shareOfDead(samples) {
	const rows = samples.of("rows");
	return samples.of("dead rows").map(([at, dead], index) => [at, dead / (dead + (rows[index]?.[1] ?? 0) || 1) * 100]);
}
/**
* Returns verdicts on the worker during the backlog. The memory of the worker must not depend on the length
* of the backlog.
*/
function drainVerdicts(samples, since) {
	const during = (name) => samples.of(`hooks-worker ${name}`).filter(([at]) => at >= since);
	const bar = {
		unit: "MiB",
		share: .1,
		least: 32
	};
	return [flatBesideYoung(during("memory"), during("young"), {
		unit: bar.unit,
		least: bar.least,
		what: "hooks-worker: memory (RSS) while it drains"
	}), flat(during("heap"), {
		...bar,
		what: "hooks-worker: old heap while it drains",
		floors: true
	})];
}
/** Formats the CPU time of the mix as a table. */
function costTable(cpu, { requests, deliveries, seconds }) {
	const rows = Object.entries(cpu).map(([name, ms]) => [
		name,
		(ms / seconds * .1).toFixed(1),
		(ms / requests).toFixed(2),
		name === "hooks-worker" ? (ms / Math.max(1, deliveries)).toFixed(2) : ""
	]);
	const head = [`${requests.toLocaleString("en-US")} requests, ${deliveries.toLocaleString("en-US")} deliveries`];
	return require_table.table([
		...head,
		"% of a processor",
		"ms a request",
		"ms a delivery"
	], rows);
}
const MAX_TABLES = 12;
/** Formats the largest database tables as a table. */
function tableOfTables(tables) {
	const rows = tables.slice(0, MAX_TABLES).map(({ name, rows, dead, bytes, indexBytes }) => [
		name,
		...[rows, dead].map((count) => count.toLocaleString("en-US")),
		...[bytes, indexBytes].map((size) => (size / 2 ** 20).toFixed(1)),
		...[bytes, indexBytes].map((size) => rows === 0 ? "" : (size / rows).toFixed(0))
	]);
	return require_table.table([
		"table",
		"rows",
		"dead",
		...[
			"table, MiB",
			"indexes, MiB",
			"table, bytes a row",
			"indexes, bytes a row"
		]
	], rows);
}
function panelsOf(samples) {
	const ofEach = (title, unit, what) => ({
		title,
		unit,
		lines: require_fault_platform.serviceNames.map((name) => ({
			name,
			points: samples.of(`${name} ${what}`)
		}))
	});
	const panel = (title, unit, ...names) => ({
		title,
		unit,
		lines: names.map((name) => ({
			name,
			points: samples.of(name)
		}))
	});
	return [
		ofEach("Memory (RSS)", "MiB", "memory"),
		ofEach("Old heap", "MiB", "heap"),
		ofEach("Event-loop lag, p99", "ms", "lag"),
		ofEach("File descriptors", "open", "files"),
		panel("Connections of Postgres", "open", "connections"),
		panel("Requests", "a second", "requests a second"),
		panel("Requests, p99", "ms", "p99"),
		panel("Webhooks behind", "events", "backlog"),
		panel("Sizes", "MiB", "tables", "indexes"),
		panel("Data", "rows", "rows", "dead rows")
	];
}
// tools/bench/src/soak/samples.ts
/**
* Sampled metrics of each service. The old heap contains objects that survived garbage collections. The young
* heap contains new objects.
*/
const serviceMetrics = {
	memory: {
		name: "process_resident_memory_bytes",
		scale: 2 ** -20
	},
	heap: {
		name: "nodejs_heap_space_size_used_bytes",
		labels: { space: "old" },
		scale: 2 ** -20
	},
	young: {
		name: "nodejs_heap_space_size_total_bytes",
		labels: { space: "new" },
		scale: 2 ** -20
	},
	files: {
		name: "process_open_fds",
		scale: 1
	},
	lag: {
		name: "nodejs_eventloop_lag_p99_seconds",
		scale: 1e3
	}
};
/**
* Minimum size in bytes of a table that is sampled. The size of a smaller table depends on its pages, not on
* its rows.
*/
const MIN_TABLE_BYTES = 2 ** 20;
const tableSizes = `
  SELECT schemaname || '.' || relname AS name, n_live_tup::float8 AS rows, n_dead_tup::float8 AS dead,
    (pg_total_relation_size(relid) - pg_indexes_size(relid))::float8 AS bytes,
      pg_indexes_size(relid)::float8 AS "indexBytes"
  FROM pg_stat_user_tables WHERE schemaname IN ('auth', 'shop') ORDER BY pg_total_relation_size(relid) DESC`;
/** Query that counts the connections of all programs except this one. */
const connections = `SELECT count(*)::integer AS count FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND usename LIKE 'storewright\\_%'`;
/** Samples a platform at intervals. Examples of series are `shop-api memory` and `connections`. */
var Samples = class Samples {
	constructor(client, metricsUrls, others) {
		this.client = client;
		this.metricsUrls = metricsUrls;
		this.others = others;
		this.series = /* @__PURE__ */ new Map();
		this.rowSizes = /* @__PURE__ */ new Map();
		this.indexSizes = /* @__PURE__ */ new Map();
		this.tables = [];
		this.startedAt = performance.now();
		this.sampling = Promise.resolve();
	}
	/** Starts sampling. `others` returns the current values of further series by name. */
	static async open(databaseUrl, metricsUrls, others) {
		const client = new pg.Client({
			connectionString: databaseUrl,
			application_name: "soak"
		});
		await client.connect();
		return new Samples(client, metricsUrls, others);
	}
	start(everyMs) {
		this.timer = setInterval(() => {
			this.sampling = this.sampling.then(() => this.sample());
		}, everyMs);
	}
	async stop() {
		clearInterval(this.timer);
		await this.sampling;
	}
	async close() {
		await this.stop();
		await this.client.end();
	}
	/** Seconds since the first sample. */
	get seconds() {
		return (performance.now() - this.startedAt) / 1e3;
	}
	of(name) {
		return this.series.get(name) ?? [];
	}
	async sample() {
		const at = this.seconds;
		for (const [service, url] of this.metricsUrls) {
			const metrics = await (await fetch(url)).text();
			for (const [what, { name, scale, ...more }] of Object.entries(serviceMetrics)) this.add(`${service} ${what}`, at, require_receiver_process.valueOf(metrics, name, "labels" in more ? more.labels : {}) * scale);
			if (service !== "hooks-worker") continue;
			this.add("backlog", at, require_receiver_process.valueOf(metrics, require_receiver_process.Worker.names.backlog));
			this.add("deliveries", at, require_receiver_process.valueOf(metrics, require_receiver_process.Worker.names.attempts, { outcome: "delivered" }));
		}
		const { rows: counted } = await this.client.query(connections);
		this.add("connections", at, counted[0].count);
		this.tables = (await this.client.query(tableSizes)).rows;
		for (const { name, rows, bytes, indexBytes } of this.tables) {
			if (rows === 0) continue;
			if (bytes >= MIN_TABLE_BYTES) addTo(this.rowSizes, name, [at, bytes / rows]);
			if (indexBytes >= MIN_TABLE_BYTES) addTo(this.indexSizes, name, [at, indexBytes / rows]);
		}
		const sum = (of) => this.tables.reduce((all, table) => all + of(table), 0);
		this.add("tables", at, sum(({ bytes }) => bytes) / 2 ** 20);
		this.add("indexes", at, sum(({ indexBytes }) => indexBytes) / 2 ** 20);
		const [rowCount, deadCount] = [sum(({ rows }) => rows), sum(({ dead }) => dead)];
		this.add("rows", at, rowCount);
		this.add("dead rows", at, deadCount);
		for (const [name, value] of Object.entries(this.others())) this.add(name, at, value);
	}
	add(name, at, value) {
		addTo(this.series, name, [at, value]);
	}
};
function addTo(series, name, point) {
	const points = series.get(name);
	if (points) points.push(point);
	else series.set(name, [point]);
}
// tools/bench/src/soak/index.ts
const SAMPLE_INTERVAL_MS = 5e3;
/** Load before the first sample, so that caches fill, code is compiled and heaps grow. */
const burst = {
	rate: 300,
	ms: 3e4
};
/**
* Runs a steady mix of requests on a separate platform, then a backlog of events, then many idle shops.
* Prints verdicts and costs, and draws a chart. Exits with code 1 if a limit was exceeded.
*/
async function runSoak(words) {
	let options;
	try {
		options = soakOptions(words);
	} catch (error) {
		process.stderr.write(`${error.message}\n`);
		process.exit(2);
	}
	const stage = await openSoakStage();
	process.once("SIGINT", () => void stage.close().then(() => process.exit(1)));
	try {
		const verdicts = await soak(await openPlatform(stage, options), options);
		const rows = verdicts.map(({ what, seen, bar, ok }) => [
			what,
			seen,
			bar,
			require_table.verdictCell(ok)
		]);
		say(`${options.shops} shops, ${(0, node_os.cpus)().length} processors, Node ${process.version}\n`);
		say(require_table.table([
			"what",
			"seen",
			"bar",
			"verdict"
		], rows));
		say(`Picture: ${options.picture}`);
		process.exitCode = verdicts.every(({ ok }) => ok) ? 0 : 1;
	} finally {
		await stage.close();
	}
}
async function soak(platform, options) {
	const { mix } = platform;
	mix.start(Math.max(1, burst.rate / options.rate));
	await (0, node_timers_promises.setTimeout)(burst.ms);
	await mix.stop();
	const samples = await samplesOf(platform);
	const verdicts = await steady(platform, samples, options);
	const marks = [];
	if (options.backlog > 0) {
		progress(`${formatNumber(options.backlog)} events at once …`);
		marks.push({
			at: samples.seconds,
			name: "backlog"
		});
		const since = samples.seconds;
		verdicts.push(...await drainBacklog(platform, options.backlog), ...drainVerdicts(samples, since));
	}
	await samples.stop();
	await mix.stop();
	(0, node_fs.mkdirSync)((0, node_path.dirname)(options.picture), { recursive: true });
	(0, node_fs.writeFileSync)(options.picture, pictureOf(panelsOf(samples), marks));
	if (options.idleShops > 0) {
		progress(`${formatNumber(options.idleShops)} idle shops …`);
		verdicts.push(...await idleShops(platform, options.idleShops));
	}
	await samples.close();
	await mix.close();
	return verdicts;
}
function samplesOf({ stage, metricsUrls, mix }) {
	const answers = mix.watch();
	return Samples.open(stage.databaseUrl(), metricsUrls, () => {
		const { count, p99 } = answers();
		return {
			p99,
			"requests a second": count * 1e3 / SAMPLE_INTERVAL_MS
		};
	});
}
async function steady(platform, samples, { minutes }) {
	const { mix } = platform;
	progress(`a steady mix for ${formatNumber(minutes)} minutes …`);
	const answers = mix.watch();
	const heldBack = mix.counts.heldBack;
	const before = {
		cpu: platform.cpu(),
		at: samples.seconds
	};
	mix.start();
	samples.start(SAMPLE_INTERVAL_MS);
	await (0, node_timers_promises.setTimeout)(minutes * 6e4);
	const { count: requests, failed } = answers();
	const cpu = Object.fromEntries(Object.entries(platform.cpu()).map(([name, ms]) => [name, ms - before.cpu[name]]));
	const seconds = samples.seconds - before.at;
	const deliveries = Math.round(slopeOf(samples.of("deliveries")) * seconds);
	say(costTable(cpu, {
		requests,
		deliveries,
		seconds
	}));
	say(tableOfTables(samples.tables));
	if (failed.length > 0) progress(failed.slice(0, 10).join("\n"));
	return steadyVerdicts(samples, {
		requests,
		failed: failed.length,
		heldBack: mix.counts.heldBack - heldBack
	});
}
const say = (text) => process.stdout.write(`${text}\n`);
const progress = (text) => process.stderr.write(`${text}\n`);
exports.runSoak = runSoak;

//# sourceMappingURL=soak-DCPH6Xey.js.map