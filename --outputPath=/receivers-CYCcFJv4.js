const require_rolldown_runtime = require("./rolldown-runtime-BW-eSwOZ.js");
let node_http = require("node:http");
let node_events = require("node:events");
// tools/bench/src/webhooks/receivers.ts
var receivers_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ runReceivers: () => runReceivers });
/**
* Receivers of webhooks, each on a separate port. The process exits if an event is missing, repeated or out
* of order.
*/
function runReceivers() {
	const all = {
		servers: [],
		last: /* @__PURE__ */ new Map(),
		left: /* @__PURE__ */ new Map(),
		latencies: [],
		held: []
	};
	process.on("message", (message) => void handle(all, message));
	process.once("disconnect", () => process.exit(0));
}
async function handle(all, message) {
	if (message.kind === "open") {
		const ports = [];
		for (let index = 0; index < message.count; index += 1) ports.push(await open(all, index));
		answer({
			kind: "ports",
			ports
		});
	} else if (message.kind === "expect") {
		all.left = new Map(message.receivers.map((receiver) => [receiver, message.each]));
		all.last.clear();
		all.latencies = [];
	} else if (message.kind === "hang") all.hanging = message.receiver;
	else {
		all.hanging = void 0;
		for (const release of all.held.splice(0)) release();
	}
}
async function open(all, index) {
	const server = (0, node_http.createServer)((request, response) => void receive(all, index, request, response));
	server.keepAliveTimeout = 6e4;
	all.servers.push(server);
	await (0, node_events.once)(server.listen(0, "127.0.0.1"), "listening");
	return server.address().port;
}
async function receive(all, index, request, response) {
	let text = "";
	request.setEncoding("utf8");
	for await (const chunk of request) text += String(chunk);
	const at = now();
	const accept = () => response.writeHead(204).end();
	if (all.hanging === index) return void all.held.push(accept);
	accept();
	count(all, index, `${index} ${request.url}`, text, at);
}
/**
* Counts an event. `address` consists of port and path, because a receiver serves several apps at different
* paths.
*/
function count(all, index, address, text, at) {
	const { timestamp, sequence, shop } = JSON.parse(text);
	const place = `${address} ${shop.id}`;
	const before = all.last.get(place);
	if (before !== void 0 && sequence !== before + 1) throw new Error(`receiver ${address} got ${sequence} after ${before}`);
	all.last.set(place, sequence);
	const left = all.left.get(index);
	if (left === void 0) return;
	all.latencies.push(at - timeOf(timestamp));
	if (left > 1) return void all.left.set(index, left - 1);
	all.left.delete(index);
	if (all.left.size === 0) answer({
		kind: "have",
		at,
		latencies: all.latencies
	});
}
/** Converts a time such as `2019-07-14T09:23:34.000000Z` to milliseconds since 1970 with a fraction. */
function timeOf(timestamp) {
	return Date.parse(`${timestamp.slice(0, 23)}Z`) + Number(timestamp.slice(23, 26)) / 1e3;
}
/** Returns the current time in milliseconds since 1970 with a fraction. */
function now() {
	return performance.timeOrigin + performance.now();
}
function answer(message) {
	process.send(message);
}
Object.defineProperty(exports, "now", {
	enumerable: true,
	get: function() {
		return now;
	}
});
Object.defineProperty(exports, "receivers_exports", {
	enumerable: true,
	get: function() {
		return receivers_exports;
	}
});

//# sourceMappingURL=receivers-CYCcFJv4.js.map