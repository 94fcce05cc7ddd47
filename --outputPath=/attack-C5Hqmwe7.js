const require_shop_of_size = require("./shop-of-size-DWA1P94F.js");
const require_people = require("./people-BzFuyM-t.js");
const require_stage = require("./stage-CoQdZ4jO.js");
const require_table = require("./table-CoKvrQYv.js");
const require_attack = require("./attack-BRunNphg.js");
const require_bodies = require("./bodies-uBYWsrGU.js");
const require_http = require("./http-gw2kCh65.js");
const require_numbers = require("./numbers-BVo60olM.js");
const require_send = require("./send-K75z1mbh.js");
const require_refusals = require("./refusals-DYj3RfBg.js");
let node_http = require("node:http");
let node_crypto = require("node:crypto");
let node_events = require("node:events");
let node_os = require("node:os");
let node_timers_promises = require("node:timers/promises");
// tools/bench/src/attack/near-misses.ts
/** Length in bytes of a header value that Node still accepts. All headers together can have 16 KiB. */
const LENGTH = 15500;
/** Returns a value of the maximum length: `start`, `unit` repeated, `end`. */
const filled = (unit, start = "", end = "") => start + unit.repeat(Math.floor((LENGTH - start.length - end.length) / unit.length)) + end;
/** Values for which an inefficient pattern or parser starts again at each position. */
const anyText = [
	filled("\xA0", "", "x"),
	filled(" ", "x", "x"),
	filled("	", "x", "x"),
	filled("a", "", "!"),
	filled("0", "", "!")
];
const lists = [
	filled(","),
	filled("a,"),
	filled("a/a,"),
	filled("a;b,"),
	filled(", ", "a", "a"),
	filled("\""),
	filled("\"\\"),
	filled("\"a", ",")
];
const parameters = (start) => [
	filled(";", start),
	filled("; ", start, "x"),
	filled("a", `${start};`),
	filled(";a=", start),
	filled(";a=b", start),
	filled(";profile=a", start),
	filled(";a=\"", start),
	filled("\\\"", `${start};a="`),
	filled(" ", `${start};`, "x"),
	filled(" ", start, "x")
];
const tags = [
	filled("W/"),
	filled("1", "\""),
	filled("\"1-\","),
	filled("W/\"1\","),
	filled(".", "\"1-1")
];
const mediaType = "application/vnd.api+json";
/** Almost valid values of each header that a service parses. */
const nearMisses = [
	{
		header: "Content-Encoding",
		carrier: "sessions",
		values: [...anyText, filled(" ", "identity", "x")]
	},
	{
		header: "Content-Type",
		carrier: "sessions",
		values: [...anyText, ...parameters(mediaType)]
	},
	{
		header: "Accept",
		carrier: "sessions",
		values: [
			...anyText,
			...lists,
			...parameters(mediaType)
		]
	},
	{
		header: "Accept-Language",
		carrier: "sessions",
		values: [
			...anyText,
			...lists,
			...parameters("en")
		]
	},
	{
		header: "Cookie",
		carrier: "sessions",
		values: [
			...anyText,
			filled(";"),
			filled("a="),
			filled("a=b; ")
		]
	},
	{
		header: "Host",
		carrier: "sessions",
		values: [
			...anyText,
			filled("a."),
			filled(":"),
			filled("-", "a")
		]
	},
	{
		header: "Origin",
		carrier: "sessions",
		values: [...anyText, filled("a.", "http://")]
	},
	{
		header: "Forwarded",
		carrier: "sessions",
		values: [
			...anyText,
			...lists,
			...parameters("for=a")
		]
	},
	{
		header: "X-Forwarded-For",
		carrier: "sessions",
		values: [
			...anyText,
			...lists,
			filled("1.1.1.1,")
		]
	},
	{
		header: "X-Forwarded-Host",
		carrier: "sessions",
		values: [
			...anyText,
			...lists,
			filled("a.")
		]
	},
	{
		header: "X-Forwarded-Proto",
		carrier: "sessions",
		values: [...anyText, ...lists]
	},
	{
		header: "X-Request-Id",
		carrier: "sessions",
		values: [
			...anyText,
			filled("sw"),
			filled("swa-")
		]
	},
	{
		header: "X-CSRF-Token",
		carrier: "sessions",
		values: anyText
	},
	{
		header: "User-Agent",
		carrier: "sessions",
		values: [
			...anyText,
			filled("Mozilla/"),
			filled("a/")
		]
	},
	{
		header: "Prefer",
		carrier: "sessions",
		values: [
			...anyText,
			...lists,
			...parameters("a")
		]
	},
	{
		header: "traceparent",
		carrier: "sessions",
		values: [...anyText, filled("00-")]
	},
	{
		header: "Authorization",
		carrier: "token",
		values: ["Bearer ", "Basic "].flatMap((scheme) => [...[
			filled(" ", scheme, "x"),
			filled("A", scheme, "!"),
			filled("A", scheme),
			filled("=", scheme)
		], ...[
			filled("Ojo6", scheme),
			filled("\xA0", scheme, "x"),
			filled("a ", scheme)
		]])
	},
	{
		header: "Content-Encoding",
		carrier: "token",
		values: anyText
	},
	{
		header: "Sec-Purpose",
		carrier: "token",
		values: [
			...anyText,
			filled("pre"),
			filled("prefetc")
		]
	},
	{
		header: "Authorization",
		carrier: "new meta",
		values: [filled(" ", "Bearer ", "x"), filled("a", "Bearer ")]
	},
	{
		header: "Accept",
		carrier: "new meta",
		values: [
			...anyText,
			...lists,
			...parameters(mediaType)
		]
	},
	{
		header: "Content-Type",
		carrier: "new meta",
		values: [...anyText, ...parameters(mediaType)]
	},
	{
		header: "Idempotency-Key",
		carrier: "new meta",
		values: [...anyText, filled("a")]
	},
	{
		header: "Secret-Proof",
		carrier: "new meta",
		values: anyText
	},
	{
		header: "shop-id",
		carrier: "new meta",
		values: [...anyText, filled("0-")]
	},
	{
		header: "Host",
		carrier: "new meta",
		values: [
			...anyText,
			filled("a."),
			filled(":"),
			filled("-", "a")
		]
	},
	{
		header: "If-Match",
		carrier: "changed meta",
		values: [
			...anyText,
			...lists,
			...tags
		]
	},
	{
		header: "If-None-Match",
		carrier: "read meta",
		values: [
			...anyText,
			...lists,
			...tags
		]
	}
];
// tools/bench/src/attack/headers.ts
/**
* Maximum CPU time of a request with an almost valid header, as a multiple of the same request with a normal
* header.
*/
const MAX_RATIO$1 = 3;
/**
* Resolution of the system's CPU times in milliseconds. Smaller differences over all requests are ignored.
*/
const STEP_MS = 10;
/** Returns the requests that carry the headers, without a credential and with a token. */
async function carriersOf({ ports, loud, stage }) {
	const document = { "content-type": "application/vnd.api+json" };
	const form = { "content-type": "application/x-www-form-urlencoded" };
	const token = require_http.headersOf(require_http.targetOf(loud, ports.shop));
	const shop = {
		port: ports.shop,
		headers: {
			...token,
			...document
		},
		body: "{}"
	};
	const { rows } = await stage.client.query("SELECT id FROM shop.meta WHERE shop_id = $1 LIMIT 1", [loud.id]);
	const path = `/api/meta/${rows[0].id}`;
	const changed = {
		...shop.headers,
		"if-match": "\"another version\""
	};
	const change = JSON.stringify({ data: {
		type: "meta",
		id: rows[0].id,
		attributes: {}
	} });
	const auth = {
		port: ports.auth,
		method: "POST"
	};
	return {
		sessions: {
			...auth,
			path: "/api/sessions",
			headers: {
				host: "localhost",
				...document
			},
			body: "{}"
		},
		token: {
			...auth,
			path: "/oauth/token",
			headers: {
				host: "localhost",
				...form
			},
			body: "grant_type=x"
		},
		"new meta": {
			...shop,
			method: "POST",
			path: "/api/meta"
		},
		"changed meta": {
			...shop,
			method: "PATCH",
			path,
			headers: changed,
			body: change
		},
		"read meta": {
			...shop,
			method: "GET",
			path,
			headers: token,
			body: ""
		}
	};
}
/**
* Sends almost valid values of 15,500 bytes for every parsed header, and measures the CPU time of the service
* per request.
*/
const headers = async (target) => {
	const agent = new node_http.Agent({
		keepAlive: true,
		maxSockets: 1
	});
	const carriers = await carriersOf(target);
	const costs = /* @__PURE__ */ new Map();
	const verdicts = [];
	try {
		for (const misses of nearMisses) {
			const carrier = carriers[misses.carrier];
			const normal = costs.get(misses.carrier) ?? await normalCost(target, carrier, agent);
			costs.set(misses.carrier, normal);
			verdicts.push(await verdictOn(target, {
				misses,
				carrier,
				normal,
				agent
			}));
		}
	} finally {
		agent.destroy();
	}
	return verdicts;
};
/**
* Measures the CPU time of a normal request. Sends enough requests beforehand that the service runs compiled
* code.
*/
async function normalCost(target, carrier, agent) {
	const warming = target.short ? 1 : 10;
	for (let time = 0; time < warming; time += 1) await measure(target, carrier, agent);
	return (await measure(target, carrier, agent)).ms;
}
async function verdictOn(target, { misses, carrier, normal, agent }) {
	const statuses = [];
	let [worst, slowest] = [0, ""];
	for (const value of misses.values) {
		const { ms, status } = await measure(target, {
			...carrier,
			headers: withHeader(carrier.headers, misses.header, value)
		}, agent);
		statuses.push(status);
		if (ms > worst) [worst, slowest] = [ms, value];
	}
	const isFine = statuses.every((status) => status >= 200 && status < 500);
	const isCheap = worst <= Math.max(MAX_RATIO$1 * normal, normal + STEP_MS / timesOf(target));
	return {
		sent: `${misses.header}: ${misses.values.length} near misses of 15,500 bytes to ${carrier.method} ${carrier.path.replace(/[0-9a-f-]{36}/, "{id}")}`,
		seen: [require_numbers.formatCounts(require_numbers.countByName(statuses)), ...target.short ? [] : [`worst ${JSON.stringify(slowest.slice(0, 12))}… ${worst.toFixed(2)} ms of CPU`, `${(worst / normal).toFixed(1)} × the same request without one (${normal.toFixed(2)} ms)`]].join("; "),
		expected: target.short ? "no 5xx" : `no 5xx, ≤ ${MAX_RATIO$1} × the same request without one`,
		ok: isFine && (target.short || isCheap)
	};
}
function withHeader(all, name, value) {
	const others = Object.entries(all).filter(([each]) => each !== name.toLowerCase());
	return {
		...Object.fromEntries(others),
		[name]: value
	};
}
const timesOf = ({ short }) => short ? 5 : 100;
/** Returns the status of the last request, and the CPU milliseconds of the service per request. */
async function measure(target, sent, agent) {
	const cpu = () => target.stage.cpuOf(sent.port) ?? performance.now();
	const before = cpu();
	let status = 0;
	for (let time = 0; time < timesOf(target); time += 1) status = await require_http.statusOf({
		...sent,
		agent
	});
	return {
		ms: (cpu() - before) / timesOf(target),
		status
	};
}
// tools/bench/src/attack/locks/scenarios.ts
/** Creates the rows that the requests name. */
async function scenariosOf(target) {
	const rows = await createRows(target);
	return [...ofCatalogue(rows), ...ofSales(rows)];
}
async function createRows(target) {
	const times = async (count, make) => {
		const made = [];
		for (let at = 0; at < count; at += 1) made.push(await make(at));
		return made;
	};
	const made = (type, attributes, relationships = {}) => create(target, type, {
		attributes,
		relationships
	});
	const products = await times(2, () => made("products", aProduct()));
	const variants = await times(20, (at) => made("variants", aVariant(), toOne("product", products[at % 2])));
	const customers = await times(2, () => made("customers", aCustomer()));
	const line = anOrder(variants.slice(0, 1));
	return {
		products,
		variants,
		customers,
		orders: await times(2, (at) => made("orders", line, toOne("customer", customers[at]))),
		codes: await times(2, () => made("codes", aCode())),
		limitedCodes: await times(2, () => made("codes", aCode())),
		metas: await times(2, () => made("meta", aMeta()))
	};
}
function ofCatalogue({ variants, metas }) {
	return [
		{
			name: "two variants in one atomic request",
			request: (at, isReversed) => atomic(turned(variants.slice(0, 2), isReversed).map((each) => priced(each, at)))
		},
		{
			name: "20 variants in one atomic request, in random orders",
			request: (at, isReversed) => atomic((isReversed ? shuffled(variants) : variants).map((each) => priced(each, at)))
		},
		{
			name: "two meta objects in one atomic request",
			request: (at, isReversed) => atomic(turned(metas, isReversed).map((each) => update(each, { data: {
				at,
				is: (0, node_crypto.randomUUID)()
			} })))
		},
		{
			name: "products of two titles, whose handles are generated, in one atomic request",
			request: (_, isReversed) => atomic(turned(["Hat", "Shirt"], isReversed).map((title) => ({
				op: "add",
				data: {
					type: "products",
					attributes: { title }
				}
			})))
		}
	];
}
function ofSales({ products, variants, customers, orders, codes, limitedCodes }) {
	return [
		{
			name: "orders and their customers in one atomic request",
			request: (at, isReversed) => atomic(turned([...customers, ...orders], isReversed).map((each) => noted(each, at)))
		},
		{
			name: "members of two codes in one atomic request",
			request: (at, isReversed) => atomic(turned(limitedCodes, isReversed).map((code) => ({
				op: at % 4 < 2 ? "add" : "remove",
				ref: {
					...code,
					relationship: "products"
				},
				data: turned(products, isReversed)
			})))
		},
		{
			name: "atomic requests beside plain orders of two variants with two codes and a customer",
			request: (at, isReversed) => {
				const both = turned(variants.slice(0, 2), isReversed);
				const used = { codes: { data: turned(codes, isReversed) } };
				if (at % 4 < 2) return newOrder(anOrder(both), {
					...toOne("customer", customers[at % 2]),
					...used
				});
				const changed = turned(customers, isReversed).map((each) => noted(each, at));
				return atomic([...both.map((each) => priced(each, at)), ...changed]);
			}
		}
	];
}
/** Returns a request that creates an order of one variant. */
async function plainOrder(target) {
	const product = await create(target, "products", { attributes: aProduct() });
	const variant = await create(target, "variants", {
		attributes: aVariant(),
		relationships: { product: { data: product } }
	});
	return newOrder(anOrder([variant]));
}
const newOrder = (attributes, relationships = {}) => ({
	method: "POST",
	path: "/api/orders",
	body: { data: {
		type: "orders",
		attributes,
		relationships
	} }
});
async function create(target, type, members) {
	const { status, document } = await require_send.send(target, {
		method: "POST",
		path: `/api/${type}`,
		body: { data: {
			type,
			...members
		} }
	});
	if (status !== 201) throw new Error(`POST /api/${type}: ${status} ${JSON.stringify(document)}`);
	return {
		type,
		id: document.data.id
	};
}
const atomic = (operations) => ({
	method: "POST",
	path: "/api/operations",
	body: { "atomic:operations": operations }
});
const update = (identifier, attributes) => ({
	op: "update",
	data: {
		...identifier,
		attributes
	}
});
const noted = (each, at) => update(each, { note: `${at} ${(0, node_crypto.randomUUID)()}` });
const priced = (each, at) => update(each, { price_amount: 1e3 + at });
const toOne = (name, data) => ({ [name]: { data } });
const turned = (all, isReversed) => isReversed ? [...all].reverse() : [...all];
const aProduct = () => ({
	title: "Shirt",
	status: "active"
});
const aVariant = () => ({
	title: "L",
	price_amount: 1e3,
	currency_code: "EUR"
});
const aCustomer = () => ({ email: `${(0, node_crypto.randomUUID)()}@bench.example` });
const aCode = () => ({
	kind: "discount",
	value_type: "percentage",
	value: 100
});
const aMeta = () => ({
	resource_type: "orders",
	resource_id: (0, node_crypto.randomUUID)(),
	data: { at: 0 }
});
const anOrder = (variants) => ({ line_items: variants.map(({ id }) => ({
	variant_id: id,
	quantity: 1
})) });
function shuffled(all) {
	return all.map((each) => ({
		each,
		at: Math.random()
	})).sort((one, other) => one.at - other.at).map(({ each }) => each);
}
// tools/bench/src/attack/locks/index.ts
const AT_ONCE = 24;
const MAX_RATIO = 1.3;
/**
* Sends requests that lock the same rows in opposite orders, while another shop sends requests
* (docs/adr/locks.md).
*/
const locks = async (context) => {
	const loud = require_http.targetOf(context.loud, context.ports.shop);
	const scenarios = await scenariosOf(loud);
	const verdicts = [];
	for (const scenario of scenarios) verdicts.push(await contend(context, loud, scenario));
	verdicts.push(await contendedNeighbour(context, loud, scenarios[0]));
	return verdicts;
};
/**
* Alternates between requests in the same order and in opposite orders, so that other load on the machine
* slows down both.
*/
async function contend(context, target, scenario) {
	const rounds = context.short ? 1 : 5;
	const deadlocksBefore = await deadlocks(context);
	const same = [];
	const opposite = [];
	const [inOrder, mixed] = [requestsOf(scenario, () => false), requestsOf(scenario, (at) => at % 2 === 1)];
	await require_send.sendAtOnce(target, inOrder);
	for (let round = 0; round < rounds; round += 1) {
		same.push(await require_send.sendAtOnce(target, inOrder));
		opposite.push(await require_send.sendAtOnce(target, mixed));
	}
	const [sameMs, oppositeMs] = [same, opposite].map((all) => require_numbers.median(all.map(({ ms }) => ms)));
	const ratio = oppositeMs / sameMs;
	const statuses = require_numbers.countByName([...same, ...opposite].flatMap(({ names }) => names));
	const deadlockCount = await deadlocks(context) - deadlocksBefore;
	const ok = [...statuses.keys()].every((status) => /^20[014]$/.test(status)) && deadlockCount === 0;
	return {
		sent: `${AT_ONCE} requests at once: ${scenario.name}`,
		seen: `same order ${sameMs.toFixed(0)} ms, opposite orders ${oppositeMs.toFixed(0)} ms (${ratio.toFixed(2)} ×); ${require_numbers.formatCounts(statuses)}; ${deadlockCount} deadlocks`,
		expected: context.short ? "2xx, 0 deadlocks" : `≤ ${MAX_RATIO} ×, 2xx, 0 deadlocks`,
		ok: ok && (context.short || ratio <= MAX_RATIO)
	};
}
const requestsOf = ({ request }, isReversed) => Array.from({ length: AT_ONCE }, (_, at) => request(at, isReversed(at)));
/** Measures requests of the quiet shop while requests of the loud shop wait for each other's locks. */
async function contendedNeighbour(context, loud, scenario) {
	const quiet = require_http.targetOf(context.quiet, context.ports.shop);
	const order = await plainOrder(quiet);
	const { path, method } = order;
	const headers = require_send.headersOfWrite(quiet, path);
	const probe = {
		sent: {
			port: quiet.port,
			path,
			method,
			headers,
			body: JSON.stringify(order.body)
		},
		everyMs: 50
	};
	for (let count = 0; count < 50; count += 1) await require_send.send(quiet, order);
	const idle = await require_attack.measureNeighbour(context, 8, probe);
	const contention = {
		...loud,
		requests: requestsOf(scenario, (at) => at % 2 === 1)
	};
	const child = require_attack.startAttacker(context, "--contenders", contention, () => void 0);
	await (0, node_events.once)(child, "message");
	await (0, node_timers_promises.setTimeout)(context.short ? 100 : 2e3);
	const loaded = await require_attack.measureNeighbour(context, 8, probe);
	await require_attack.stopAttacker(child);
	return require_attack.neighbourVerdict(context, `orders of a shop beside ${AT_ONCE} such requests of another shop`, idle, loaded);
}
/**
* Returns the number of deadlocks since the database was created. Waits for the backends, which report
* deadlocks within a second.
*/
async function deadlocks({ stage, short }) {
	await (0, node_timers_promises.setTimeout)(short ? 0 : 1500);
	const { rows } = await stage.client.query("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
	return Number(rows[0].deadlocks);
}
// tools/bench/src/attack/nonces.ts
const pathOf = (nonce) => `/api/oauth_tokens/nonce/${nonce}`;
/** Guesses nonces from one address while another address exchanges a valid nonce. */
const nonceGuesses = async ({ stage, ports, loud, short }) => {
	const [known] = await require_people.makeNonces(stage.client, loud, 1);
	const guesses = await Promise.all(Array.from({ length: 300 }, () => require_http.statusOf({
		port: ports.auth,
		path: pathOf(require_people.mintNonce()),
		localAddress: "127.0.0.9"
	})));
	const statuses = require_numbers.countByName(guesses);
	const other = await require_http.statusOf({
		port: ports.auth,
		path: pathOf(known)
	});
	const of = (status) => statuses.get(String(status)) ?? 0;
	const busy = short ? of(503) : 0;
	return [{
		sent: "300 guesses of nonces, and an exchange from elsewhere",
		seen: `${require_numbers.formatCounts(statuses)}; exchange ${other}`,
		expected: `404 for 100 and those under way, then 429${short ? " or 503" : ""}; exchange 200`,
		ok: other === 200 && of(404) <= 200 && of(429) + busy >= 100 && of(404) + of(429) + busy === guesses.length
	}];
};
/** Exchanges each nonce in two hundred concurrent requests on two instances. */
const nonceRaces = async ({ stage, ports, loud, short }) => {
	const nonces = await require_people.makeNonces(stage.client, loud, short ? 3 : 50);
	const races = short ? 50 : 200;
	const statuses = [];
	for (const nonce of nonces) statuses.push(...await Promise.all(Array.from({ length: races }, (_, at) => require_http.statusOf({
		port: at % 2 ? ports.auth : ports.otherAuth,
		path: pathOf(nonce)
	}))));
	const { rows } = await stage.client.query(`SELECT count(DISTINCT oauth_token_id) FROM auth.nonces WHERE exchanged_at IS NOT NULL AND shop_id = $1`, [loud.id]);
	const all = require_numbers.countByName(statuses);
	return [{
		sent: `${nonces.length} × ${races} exchanges on two instances`,
		seen: `${require_numbers.formatCounts(all)}; ${rows[0].count} tokens`,
		expected: `200 always; a token of each nonce`,
		ok: all.size === 1 && all.has("200") && Number(rows[0].count) === nonces.length + 1
	}];
};
// tools/bench/src/attack/selected-attacks.ts
const options = [
	"--attack",
	"--short",
	"--except"
];
/**
* Returns the attacks that the command line selects, in the order of the arguments. `--except` selects all
* other attacks. Without names, selects every attack in `known`. Throws for an unknown argument.
*/
function selectedAttacks(words, known) {
	const named = words.filter((word) => !options.includes(word));
	const unknown = named.filter((word) => !known.includes(word));
	if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(", ")}. Name any of ${known.join(", ")}, or --short, --except.`);
	if (words.includes("--except")) return known.filter((name) => !named.includes(name));
	return named.length > 0 ? named : [...known];
}
// tools/bench/src/attack/stalled.ts
/** Opens connections that send half a body and read no response. */
const stalledConnections = (context) => stall(context, "half a body", context.short ? 500 : 5e3);
/** Opens connections that request fifty pages and read none of them. */
const unreadAnswers = (context) => stall(context, "no reading", context.short ? 20 : 200);
async function stall(context, how, count) {
	const quiet = await require_attack.measureQuietNeighbour(context, 5);
	let now = {
		opened: 0,
		open: 0
	};
	const hostile = {
		...require_http.targetOf(context.loud, context.ports.shop),
		count,
		how
	};
	const child = require_attack.startAttacker(context, "--hostile-connections", hostile, (counts) => now = counts);
	while (now.opened < count) await (0, node_timers_promises.setTimeout)(20);
	const sent = `${count} connections, ${how}`;
	const verdicts = [require_attack.neighbourVerdict(context, sent, quiet, await require_attack.measureNeighbour(context, 8))];
	if (!context.short) {
		const limit = how === "half a body" ? 25 : 40;
		for (let seconds = 0; seconds < limit && now.open > 0; seconds += 1) await (0, node_timers_promises.setTimeout)(1e3);
		verdicts.push({
			sent: `the same, ${limit} s later`,
			seen: `${now.open} open`,
			expected: "0 open",
			ok: now.open === 0
		});
	}
	await require_attack.stopAttacker(child);
	return verdicts;
}
// tools/bench/src/attack/index.ts
const attacks = {
	stalled: stalledConnections,
	unread: unreadAnswers,
	bodies: require_bodies.hostileBodies,
	headers,
	guesses: nonceGuesses,
	races: nonceRaces,
	overload: require_refusals.overload,
	refusals: require_refusals.refusals,
	neighbour: require_refusals.floodedNeighbour,
	locks
};
/**
* Attacks a separate platform and prints what was sent, observed and expected. `selectedAttacks` parses the
* arguments. Exits with code 1 if a verdict failed.
*/
async function runAttack(words) {
	const names = selectedAttacks(words, Object.keys(attacks));
	const stage = await require_stage.openStage();
	process.once("SIGINT", () => void stage.close().then(() => process.exit(1)));
	const rows = [];
	let isOk = true;
	try {
		const context = await openContext(stage, words.includes("--short"));
		for (const name of names) {
			process.stderr.write(`${name} …\n`);
			const load = (0, node_os.loadavg)()[0].toFixed(1);
			for (const { sent, seen, expected, ok } of await attacks[name](context)) {
				rows.push([
					sent,
					seen,
					expected,
					load,
					require_table.verdictCell(ok)
				]);
				isOk &&= ok;
			}
		}
	} finally {
		await stage.close();
	}
	process.stdout.write(`\n${require_table.table([
		"sent",
		"seen",
		"expected",
		"load",
		"verdict"
	], rows)}\n`);
	process.exitCode = isOk ? 0 : 1;
}
async function openContext(stage, short) {
	const [loud, quiet] = [await require_people.makeShop(stage.client, "loud"), await require_people.makeShop(stage.client, "quiet")];
	for (const { id } of [loud, quiet]) await require_shop_of_size.fillShop(stage.client, id, 1e3, stage.folder);
	await stage.client.query("VACUUM ANALYZE");
	const [shop, auth, otherAuth] = await Promise.all([
		stage.startService("shop-api", { observed: true }),
		stage.startService("auth-api"),
		stage.startService("auth-api")
	]);
	const context = {
		stage,
		short,
		loud,
		quiet,
		ports: {
			shop,
			auth,
			otherAuth
		}
	};
	await require_refusals.warmUp(context);
	await require_attack.measureQuietNeighbour(context, 5);
	return context;
}
exports.runAttack = runAttack;

//# sourceMappingURL=attack-C5Hqmwe7.js.map