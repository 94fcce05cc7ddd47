const require_row_format = require("./row-format-D-cae17o.js");
const require_topology = require("./topology-D0udpd0s.js");
let node_http = require("node:http");
let pg = require("pg");
// tools/bench/src/bare.ts
/**
* Starts a server in this process with the settings that the parent process sends, and reports the port to
* the parent.
*/
function serveBare(listenerFor) {
	process.once("message", (settings) => {
		const server = (0, node_http.createServer)(listenerFor(settings));
		server.listen(0, "127.0.0.1", () => process.send(server.address().port));
	});
	process.once("disconnect", () => process.exit(0));
}
/**
* OIDs of the types whose values the driver's own parsers would change: amounts become text, and a Date drops
* microseconds.
*/
const [INT8, TIMESTAMPTZ] = [20, 1184];
const parsedFormat = { getTypeParser: ((oid, format) => oid === INT8 ? Number : (oid === TIMESTAMPTZ ? require_row_format.rowFormat : pg.types).getTypeParser(oid, format)) };
function barePool(connectionString, format = parsedFormat) {
	return new pg.Pool({
		connectionString,
		max: 10,
		types: format,
		options: require_topology.sessionSettings
	});
}
async function bodyOf(request) {
	let text = "";
	for await (const chunk of request) text += String(chunk);
	return text;
}
function reply(response, status, body, headers = {}) {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	response.writeHead(status, {
		"content-type": "application/vnd.api+json",
		"content-length": Buffer.byteLength(text),
		...headers
	});
	response.end(text);
}
Object.defineProperty(exports, "barePool", {
	enumerable: true,
	get: function() {
		return barePool;
	}
});
Object.defineProperty(exports, "bodyOf", {
	enumerable: true,
	get: function() {
		return bodyOf;
	}
});
Object.defineProperty(exports, "parsedFormat", {
	enumerable: true,
	get: function() {
		return parsedFormat;
	}
});
Object.defineProperty(exports, "reply", {
	enumerable: true,
	get: function() {
		return reply;
	}
});
Object.defineProperty(exports, "serveBare", {
	enumerable: true,
	get: function() {
		return serveBare;
	}
});

//# sourceMappingURL=bare-DHHj2VG2.js.map