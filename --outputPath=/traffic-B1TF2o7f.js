const require_fault_platform = require("./fault-platform-DMdideFM.js");
let node_crypto = require("node:crypto");
let node_util = require("node:util");
let node_timers_promises = require("node:timers/promises");
// libs/testing/database/src/ledger.ts
const atomic = "application/vnd.api+json; ext=\"https://jsonapi.org/ext/atomic\"";
/** Data of a meta object with several search entries. */
const dataOf = (key) => ({
	first: key,
	second: key.length,
	third: true
});
const stockAtFirst = 1e6;
/** Records the writes of clients, and compares them with the objects, search, stock and log of the shop. */
var Ledger = class Ledger {
	constructor(name, variant, first) {
		this.name = name;
		this.variant = variant;
		this.first = first;
		this.sent = /* @__PURE__ */ new Map();
		this.acknowledged = /* @__PURE__ */ new Set();
	}
	/** Starts a ledger for a shop. `api` needs a token with all scopes. */
	static async open(api) {
		const product = await made(api, "products", {
			title: "Mug",
			status: "active"
		});
		const variant = await made(api, "variants", {
			title: "Blue",
			price_amount: 1995,
			currency_code: "EUR",
			inventory_quantity: stockAtFirst
		}, { product: { data: {
			type: "products",
			id: product
		} } });
		const newest = (await answered(api, "/api/events?sort=-sequence&page[size]=1")).body.data;
		return new Ledger((0, node_crypto.randomUUID)(), variant, newest[0]?.attributes.sequence ?? 0);
	}
	get count() {
		return this.acknowledged.size;
	}
	/** Returns the writes that were sent and acknowledged so far. */
	get known() {
		return {
			sent: [...this.sent.keys()],
			acknowledged: new Set(this.acknowledged)
		};
	}
	/** A ledger of the writes until a moment, for a backup that contains nothing acknowledged later. */
	until({ sent, acknowledged }) {
		const ledger = new Ledger(this.name, this.variant, this.first);
		for (const key of sent) ledger.sent.set(key, this.sent.get(key));
		for (const key of acknowledged) ledger.acknowledged.add(key);
		return ledger;
	}
	/** Creates the next write of this kind, without sending it. */
	next(kind) {
		const key = (0, node_crypto.randomUUID)();
		this.sent.set(key, kind);
		return {
			key,
			kind
		};
	}
	/** Sends a write of a client and records whether it succeeded. */
	async send(api, { key, kind }) {
		const headers = { "idempotency-key": key };
		const meta = {
			type: "meta",
			attributes: {
				resource_type: this.name,
				resource_id: key,
				data: dataOf(key)
			}
		};
		const add = {
			op: "add",
			data: meta
		};
		const answer = await {
			object: () => api.post("/api/meta", { data: meta }, { headers }),
			pair: () => api.post("/api/operations", { "atomic:operations": [add, add] }, { headers: {
				...headers,
				"content-type": atomic
			} }),
			order: () => api.post("/api/orders", this.orderOf(key), { headers })
		}[kind]();
		if (answer.status === 200 || answer.status === 201) this.acknowledged.add(key);
		return answer;
	}
	/** Checks the shop. `delivered` are the IDs of events that a receiver of `meta.created` got. */
	async verdict(api, delivered) {
		const ofThese = `page[size]=100&filter[resource_type]=${this.name}`;
		const [objects, orders, events] = [
			await everything(api, `/api/meta?${ofThese}`),
			await everything(api, `/api/orders?page[size]=100&filter[email]=${this.email}`),
			await this.events(api)
		];
		const verdict = this.compare(objects, orders);
		compareEvents(events, {
			objects,
			orders,
			delivered
		}, verdict);
		for (const key of Object.keys(dataOf(""))) {
			const found = await everything(api, `/api/meta?${ofThese}&filter[meta]=${encodeURIComponent(JSON.stringify({ key }))}`);
			const ids = new Set(found.map(({ id }) => id));
			for (const { id } of objects) if (!ids.has(id)) verdict.halfDone.push(`meta ${id} is not found by ${key}`);
		}
		const { body } = await answered(api, `/api/variants/${this.variant}`);
		const stock = body.data.attributes.inventory_quantity;
		if (stock + orders.length !== stockAtFirst) verdict.halfDone.push(`${orders.length} orders took ${stockAtFirst - stock} pieces`);
		return verdict;
	}
	compare(objects, orders) {
		const found = /* @__PURE__ */ new Map();
		for (const each of objects) found.set(each.attributes["resource_id"], [...found.get(each.attributes["resource_id"]) ?? [], each]);
		for (const each of orders) found.set(each.attributes["note"], [...found.get(each.attributes["note"]) ?? [], each]);
		const verdict = {
			acknowledged: this.count,
			lost: [],
			duplicated: [],
			halfDone: []
		};
		for (const [key, kind] of this.sent) {
			const [count, whole] = [found.get(key)?.length ?? 0, kind === "pair" ? 2 : 1];
			if (count === 0 && this.acknowledged.has(key)) verdict.lost.push(`${kind} ${key}`);
			if (count > 0 && count < whole) verdict.halfDone.push(`${count} of the ${kind} ${key}`);
			if (count > whole) verdict.duplicated.push(`${kind} ${key}, ${count} objects`);
		}
		for (const { id, attributes } of objects) if (!(0, node_util.isDeepStrictEqual)(attributes["data"], dataOf(String(attributes["resource_id"])))) verdict.halfDone.push(`meta ${id} holds ${JSON.stringify(attributes["data"])}`);
		return verdict;
	}
	/** Returns the log from the first write to the first check. */
	async events(api) {
		const end = this.last ?? Infinity;
		const isLater = ({ attributes }) => attributes.sequence > end;
		const all = await everything(api, `/api/events?page[size]=100&filter[since]=${this.first}`, isLater);
		this.last ??= all.at(-1)?.attributes.sequence ?? this.first;
		return all.filter((each) => !isLater(each));
	}
	get email() {
		return `${this.name}@example.com`;
	}
	orderOf(key) {
		return { data: {
			type: "orders",
			attributes: {
				line_items: [{
					variant_id: this.variant,
					quantity: 1
				}],
				email: this.email,
				note: key
			}
		} };
	}
};
/** Checks that numbers have no gaps and that each object has exactly one event. */
function compareEvents(events, there, { lost, duplicated, halfDone }) {
	const created = /* @__PURE__ */ new Map();
	for (const [at, { id, attributes }] of events.entries()) {
		const { sequence, event_type: type, resource_id } = attributes;
		if (at > 0 && sequence !== events[at - 1].attributes.sequence + 1) lost.push(`the events before ${sequence}`);
		if (type !== "meta.created" && type !== "orders.created") continue;
		created.set(resource_id, (created.get(resource_id) ?? 0) + 1);
		if (there.delivered && type === "meta.created" && !there.delivered.has(id)) lost.push(`the delivery of event ${sequence}`);
	}
	for (const { id } of [...there.objects, ...there.orders]) {
		const count = created.get(id) ?? 0;
		if (count === 0) halfDone.push(`${id} has no event`);
		if (count > 1) duplicated.push(`${id} has ${count} events`);
		created.delete(id);
	}
	for (const id of created.keys()) halfDone.push(`the event of ${id}, which is not there`);
}
async function everything(api, first, isEnough = () => false) {
	const met = [];
	for (let path = first; path;) {
		const { body } = await answered(api, path);
		met.push(...body.data);
		const next = body.links.next;
		path = next && !(met.length > 0 && isEnough(met.at(-1))) ? next.slice(api.origin.length) : null;
	}
	return met;
}
/** Repeats the request until it succeeds, because the check is about stored data. */
async function answered(api, path) {
	const answer = await require_fault_platform.until(`an answer to ${path}`, async () => {
		const answer = await api.get(path).catch(() => void 0);
		return answer && answer.status < 500 && answer;
	});
	if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text}`);
	return answer;
}
async function made(api, type, attributes, relationships = {}) {
	const data = {
		type,
		attributes,
		relationships
	};
	const { status, text, body } = await require_fault_platform.until(`an answer to POST /api/${type}`, async () => {
		const answer = await api.post(`/api/${type}`, { data }).catch(() => void 0);
		return answer && answer.status < 500 && answer;
	});
	if (status !== 201) throw new Error(`POST /api/${type}: ${status} ${text}`);
	return body.data.id;
}
// tools/bench/src/faults/traffic.ts
const kinds = [
	"object",
	"pair",
	"order"
];
/** Pauses in milliseconds between two requests of a client, and after a failure. */
const [PACE_MS, PACE_AFTER_FAILURE_MS] = [40, 100];
/**
* Clients that read, and clients that repeat each write with its Idempotency-Key until the write is
* acknowledged. Ledgers record the writes.
*/
var Traffic = class Traffic {
	constructor(platform, ledgers, paceMs) {
		this.platform = platform;
		this.ledgers = ledgers;
		this.paceMs = paceMs;
		this.answers = [];
		this.isStopping = false;
		this.isAbandoned = false;
		this.clients = [];
		this.lastSuccess = [];
	}
	static async start(platform, paceMs = PACE_MS) {
		const ledgers = await Promise.all(platform.shops.map((shop) => Ledger.open(platform.shopApi(shop))));
		const traffic = new Traffic(platform, ledgers, paceMs);
		for (const [at, shop] of platform.shops.entries()) {
			traffic.add(at, () => platform.shopApi(shop).get("/api/meta?page[size]=10"));
			traffic.add(at, () => platform.authApi(shop.token).get(`/api/shops/${shop.id}`));
			for (const kind of kinds) traffic.addWriter(at, kind);
		}
		return traffic;
	}
	/** Resolves when every client has succeeded with a request that it sent after this call. */
	async everyClientServed() {
		const now = performance.now();
		await require_fault_platform.until("every client is served", () => Promise.resolve(this.lastSuccess.every((at) => at > now)));
	}
	/** Resolves when every write is acknowledged. */
	async stop() {
		this.isStopping = true;
		await Promise.all(this.clients);
	}
	/** Stops the clients without waiting for acknowledgements of writes. */
	async abandon() {
		this.isAbandoned = true;
		await this.stop();
	}
	/**
	* Runs `work`. The result contains the writes acknowledged before `work`, and the writes sent until the end
	* of `work`.
	*/
	async atMoment(work) {
		const before = this.ledgers.map(({ known }) => known);
		await work();
		const known = before.map(({ acknowledged }, at) => ({
			sent: this.ledgers[at].known.sent,
			acknowledged
		}));
		return {
			ledgers: this.ledgers.map((ledger, at) => ledger.until(known[at])),
			sentLater: () => this.ledgers.flatMap((ledger, at) => ledger.known.sent.filter((key) => !known[at].sent.includes(key)))
		};
	}
	/** Returns the verdict over all shops. `ledgers` can be those of an earlier moment. */
	async verdict(ledgers = this.ledgers) {
		const all = {
			acknowledged: 0,
			lost: [],
			duplicated: [],
			halfDone: []
		};
		for (const [at, shop] of this.platform.shops.entries()) {
			const verdict = await ledgers[at].verdict(this.platform.shopApi(shop), this.platform.receiver?.ids);
			all.acknowledged += verdict.acknowledged;
			for (const what of [
				"lost",
				"duplicated",
				"halfDone"
			]) all[what].push(...verdict[what]);
		}
		return all;
	}
	add(shop, read) {
		this.addClient((client) => this.request(shop, client, read));
	}
	addWriter(shop, kind) {
		const ledger = this.ledgers[shop];
		this.addClient(async (client) => {
			const write = ledger.next(kind);
			const attempt = () => ledger.send(this.platform.shopApi(this.platform.shops[shop]), write);
			while (!await this.request(shop, client, attempt) && !this.isAbandoned);
		});
	}
	addClient(step) {
		const client = this.lastSuccess.push(0) - 1;
		const loop = async () => {
			while (!this.isStopping) await step(client);
		};
		this.clients.push(loop());
	}
	/** Sends a request. Returns true if the request succeeded. */
	async request(shop, client, send) {
		const at = performance.now();
		const response = await send().catch(() => void 0);
		const status = response?.status ?? 0;
		const isSuccess = status >= 200 && status < 300;
		this.answers.push({
			shop,
			at,
			status,
			ms: performance.now() - at,
			code: isSuccess ? "" : response?.body?.errors?.[0]?.code ?? "",
			hasRetryAfter: response?.headers["retry-after"] !== void 0
		});
		if (isSuccess) this.lastSuccess[client] = at;
		await (0, node_timers_promises.setTimeout)(isSuccess ? this.paceMs : Math.max(this.paceMs, PACE_AFTER_FAILURE_MS));
		return isSuccess;
	}
};
Object.defineProperty(exports, "Traffic", {
	enumerable: true,
	get: function() {
		return Traffic;
	}
});

//# sourceMappingURL=traffic-B1TF2o7f.js.map