const require_row_format = require("./row-format-D-cae17o.js");
const require_bare = require("./bare-DHHj2VG2.js");
let node_http = require("node:http");
let node_events = require("node:events");
// libs/platform/webhook-message/src/message.ts
/** Converts an event of the log to the event in a webhook. */
function eventOf(event) {
	const { id, type, occurred_at, resource, changed, sequence, epoch } = event;
	return {
		id,
		type,
		occurred_at,
		resource,
		changed,
		sequence: Number(sequence),
		epoch: Number(epoch)
	};
}
/**
* Returns the body of a delivery (docs/contract.md §6). The bytes are the same for each attempt, because the
* resource is inserted as text.
*/
function bodyOf(event, shop) {
	const { type, occurred_at, resource, changed, sequence, epoch } = event;
	const [before, after] = [{
		type,
		timestamp: occurred_at
	}, {
		changed,
		shop: {
			id: shop.id,
			domain: shop.domain
		},
		sequence,
		epoch
	}].map((members) => JSON.stringify(members));
	return `${before.slice(0, -1)},"data":${resource},${after.slice(1)}`;
}
// tools/bench/src/webhooks/bare-sender.ts
/**
* Sender that sets the floor of the throughput. Reads the same events in pages of the same size and posts the
* same bodies in order over kept-alive connections, one at a time for each receiver. Does not sign, record or
* check anything, and connects as administrator.
*/
function runBareSender() {
	process.once("message", ({ databaseUrl }) => {
		const pool = require_bare.barePool(databaseUrl, require_row_format.rowFormat);
		const agent = new node_http.Agent({
			keepAlive: true,
			maxFreeSockets: 4
		});
		process.on("message", (routes) => {
			for (const route of routes) deliver(pool, agent, route);
		});
	});
	process.once("disconnect", () => process.exit(0));
}
const read = {
	name: "events",
	text: `SELECT id, sequence, type, occurred_at, resource, changed FROM shop.events
    WHERE shop_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence LIMIT 10`
};
async function deliver(pool, agent, { shop, port, above, through }) {
	for (let last = above; last < through;) {
		const { rows } = await pool.query({
			...read,
			values: [
				shop.id,
				last,
				through
			]
		});
		for (const row of rows) {
			last = Number(row.sequence);
			await post(agent, port, bodyOf(eventOf(row), shop));
		}
	}
}
async function post(agent, port, body) {
	const headers = {
		"content-type": "application/json",
		"content-length": Buffer.byteLength(body)
	};
	const sent = (0, node_http.request)({
		host: "127.0.0.1",
		port,
		path: "/webhooks",
		method: "POST",
		agent,
		headers
	});
	const responded = (0, node_events.once)(sent, "response");
	sent.end(body);
	const [response] = await responded;
	if (response.statusCode !== 204) throw new Error(`a receiver answered ${response.statusCode}`);
	response.resume();
	await (0, node_events.once)(response, "end");
}
exports.runBareSender = runBareSender;

//# sourceMappingURL=bare-sender-BvIOR6ge.js.map