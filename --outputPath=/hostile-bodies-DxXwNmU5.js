const require_http = require("./http-gw2kCh65.js");
const require_people = require("./people-BzFuyM-t.js");
const require_table = require("./table-CoKvrQYv.js");
let node_net = require("node:net");
// tools/bench/src/hostile-bodies.ts
/**
* Maximum CPU milliseconds of a request without a credential (`unknown`) and of a request with a token
* (`known`), see docs/adr/admission.md.
*/
const cpuBars = {
	unknown: 20,
	known: 50
};
const REQUESTS = 20;
const members = (count, name = "k") => Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, 0]));
const object = (type, attributes) => JSON.stringify({ data: {
	type,
	attributes
} });
const ofStrangers = [
	{
		name: "100,000 unknown attributes",
		path: "/api/sessions",
		body: object("sessions", members(1e5))
	},
	{
		name: "1,000 unknown attributes",
		path: "/api/sessions",
		body: object("sessions", members(1e3))
	},
	{
		name: "a megabyte in chunks of a byte",
		path: "/api/sessions",
		body: object("sessions", members(9e4)),
		chunks: 1
	},
	{
		name: "300,000 parameters",
		path: "/oauth/introspect",
		type: "application/x-www-form-urlencoded",
		body: "a&".repeat(3e5)
	}
];
const ofTokens = [
	{
		name: "100,000 unknown attributes",
		path: "/api/customers",
		body: object("customers", members(1e5))
	},
	{
		name: "29,000 unknown attributes",
		path: "/api/customers",
		body: object("customers", members(29e3))
	},
	{
		name: "29,000 members of an address",
		path: "/api/customers",
		body: object("customers", { default_address: members(29e3) })
	},
	{
		name: "29,000 members of a line",
		path: "/api/orders",
		body: object("orders", { line_items: [members(29e3)] })
	},
	{
		name: "200 lines of 250 members",
		path: "/api/orders",
		body: object("orders", { line_items: Array(200).fill(members(250)) })
	},
	{
		name: "29,000 keys of data",
		path: "/api/meta",
		body: meta(members(29e3))
	},
	{
		name: "a list of 400,000 numbers",
		path: "/api/meta",
		body: meta({ k: Array(4e5).fill(1) })
	},
	{
		name: "lists of lists, 400,000",
		path: "/api/meta",
		body: meta({ k: Array(3e5).fill([]) })
	},
	{
		name: "100 operations of 500 members",
		path: "/api/operations",
		type: "application/vnd.api+json;ext=\"https://jsonapi.org/ext/atomic\"",
		body: JSON.stringify({ "atomic:operations": Array(100).fill({
			op: "add",
			data: {
				type: "products",
				attributes: members(500)
			}
		}) })
	}
];
function meta(data) {
	return object("meta", {
		resource_type: "orders",
		resource_id: "1",
		data
	});
}
/** Measures the CPU time of the bodies that are most expensive to parse. */
async function measureHostileBodies(stage) {
	const shop = await require_people.makeShop(stage.client, "bench-bodies");
	const ports = {
		auth: await stage.startService("auth-api"),
		shop: await stage.startService("shop-api")
	};
	const rows = [];
	const cpu = (port) => () => stage.cpuOf(port) ?? performance.now();
	const auth = {
		port: ports.auth,
		bar: cpuBars.unknown,
		cpu: cpu(ports.auth)
	};
	for (const body of ofStrangers) rows.push(await row(auth, body));
	const headers = require_http.headersOf(require_http.targetOf(shop, ports.shop));
	const ofShop = {
		port: ports.shop,
		bar: cpuBars.known,
		cpu: cpu(ports.shop),
		headers
	};
	for (const body of ofTokens) rows.push(await row(ofShop, body));
	return require_table.table([
		"body",
		"to",
		"answer",
		"ms of CPU",
		"bar",
		""
	], rows);
}
async function row({ port, bar, cpu, headers = {} }, body) {
	let answer = "";
	for (let time = 0; time < 3; time += 1) answer = await send(port, headers, body);
	const before = cpu();
	for (let time = 0; time < REQUESTS; time += 1) await send(port, headers, body);
	const each = (cpu() - before) / REQUESTS;
	return [
		body.name,
		body.path,
		answer,
		each.toFixed(1),
		`≤ ${bar}`,
		each <= bar ? "ok" : "MISSED"
	];
}
/** Returns the status, or `cut` if the server closed the connection. */
function send(port, headers, { path, type, body, chunks }) {
	const allHeaders = {
		host: "localhost",
		connection: "close",
		"content-type": type ?? "application/vnd.api+json",
		...chunks ? { "transfer-encoding": "chunked" } : { "content-length": Buffer.byteLength(body) },
		...headers
	};
	const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
	const sent = chunks ? inChunks(body, chunks) : body;
	return new Promise((done) => {
		let text = "";
		const socket = (0, node_net.connect)(port, "127.0.0.1", () => {
			socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${sent}`);
		});
		socket.on("data", (chunk) => text += String(chunk));
		socket.on("error", () => void 0);
		socket.on("close", () => done(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? "cut"));
	});
}
function inChunks(body, size) {
	const pieces = [];
	for (let at = 0; at < body.length; at += size) {
		const piece = body.slice(at, at + size);
		pieces.push(`${piece.length.toString(16)}\r\n${piece}\r\n`);
	}
	return `${pieces.join("")}0\r\n\r\n`;
}
Object.defineProperty(exports, "cpuBars", {
	enumerable: true,
	get: function() {
		return cpuBars;
	}
});
Object.defineProperty(exports, "measureHostileBodies", {
	enumerable: true,
	get: function() {
		return measureHostileBodies;
	}
});

//# sourceMappingURL=hostile-bodies-DxXwNmU5.js.map