const require_rolldown_runtime = require("./rolldown-runtime-BW-eSwOZ.js");
const require_media_type = require("./media-type-C1IArBbO.js");
const require_http = require("./http-gw2kCh65.js");
let node_http = require("node:http");
// tools/bench/src/attack/locks/send.ts
var send_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ runContenders: () => runContenders });
const agent = new node_http.Agent({
	keepAlive: true,
	maxSockets: 64
});
function headersOfWrite(target, path) {
	const type = path === "/api/operations" ? `${require_media_type.mediaType};ext="${require_media_type.atomicExtension}"` : require_media_type.mediaType;
	return {
		...require_http.headersOf(target),
		"content-type": type
	};
}
/** Sends one request. Returns status 0 if the connection fails. */
async function send(target, { body, ...sent }) {
	const headers = headersOfWrite(target, sent.path);
	const request = {
		...sent,
		port: target.port,
		headers,
		body: JSON.stringify(body),
		agent
	};
	const { status, text } = await require_http.send(request).catch(() => ({
		status: 0,
		text: ""
	}));
	return {
		status,
		...text && { document: JSON.parse(text) }
	};
}
/** Sends all requests concurrently and measures the total duration. */
async function sendAtOnce(target, requests) {
	const startedAt = performance.now();
	const answers = await Promise.all(requests.map((each) => send(target, each)));
	return {
		ms: performance.now() - startedAt,
		names: answers.map(({ status, document }) => `${status} ${document?.errors?.[0]?.code ?? ""}`.trim())
	};
}
/** Repeats the requests in a child process until the parent process disconnects. */
function runContenders() {
	let isOver = false;
	process.once("disconnect", () => {
		isOver = true;
		setTimeout(() => process.exit(0), 100);
	});
	process.once("message", (message) => {
		const { requests, ...target } = message;
		for (const each of requests) (async () => {
			while (!isOver) await send(target, each);
		})();
		process.send("started");
	});
}
Object.defineProperty(exports, "headersOfWrite", {
	enumerable: true,
	get: function() {
		return headersOfWrite;
	}
});
Object.defineProperty(exports, "send", {
	enumerable: true,
	get: function() {
		return send;
	}
});
Object.defineProperty(exports, "sendAtOnce", {
	enumerable: true,
	get: function() {
		return sendAtOnce;
	}
});
Object.defineProperty(exports, "send_exports", {
	enumerable: true,
	get: function() {
		return send_exports;
	}
});

//# sourceMappingURL=send-K75z1mbh.js.map