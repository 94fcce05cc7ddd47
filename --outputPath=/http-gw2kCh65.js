let node_http = require("node:http");
// tools/bench/src/http.ts
function targetOf({ domain, token }, port) {
	return {
		port,
		host: `${domain}.localhost`,
		token
	};
}
function headersOf({ host, token }) {
	return {
		host,
		...token && { authorization: `Bearer ${token}` }
	};
}
/** Sends a request and returns the response. Rejects if the connection fails. */
function send({ body, method = "GET", agent, ...options }) {
	return new Promise((resolve, reject) => {
		const sent = (0, node_http.request)({
			host: "127.0.0.1",
			...options,
			method,
			agent: agent ?? false
		}, (response) => {
			let text = "";
			response.setEncoding("utf8");
			response.on("data", (chunk) => text += chunk);
			response.once("error", reject);
			response.once("end", () => resolve({
				status: response.statusCode,
				text
			}));
		});
		sent.once("error", reject);
		sent.end(body === void 0 ? void 0 : Buffer.from(body));
	});
}
/** Sends a request. Returns the status of the response, or 0 if the connection fails. */
function statusOf(sent) {
	return send(sent).then(({ status }) => status, () => 0);
}
const agent = new node_http.Agent({
	keepAlive: true,
	maxSockets: 1
});
/** Reads a document over a kept-alive connection and measures the time in milliseconds. */
async function getDocument(target, path) {
	const startedAt = performance.now();
	const { status, text } = await send({
		port: target.port,
		path,
		headers: headersOf(target),
		agent
	});
	const ms = performance.now() - startedAt;
	if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
	return {
		text,
		document: JSON.parse(text),
		ms
	};
}
Object.defineProperty(exports, "getDocument", {
	enumerable: true,
	get: function() {
		return getDocument;
	}
});
Object.defineProperty(exports, "headersOf", {
	enumerable: true,
	get: function() {
		return headersOf;
	}
});
Object.defineProperty(exports, "send", {
	enumerable: true,
	get: function() {
		return send;
	}
});
Object.defineProperty(exports, "statusOf", {
	enumerable: true,
	get: function() {
		return statusOf;
	}
});
Object.defineProperty(exports, "targetOf", {
	enumerable: true,
	get: function() {
		return targetOf;
	}
});

//# sourceMappingURL=http-gw2kCh65.js.map