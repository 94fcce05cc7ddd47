let node_net = require("node:net");
// tools/bench/src/attack/connections.ts
const halfBody = (host) => `POST /api/sessions HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/vnd.api+json\r
content-length: 100\r
\r
{"data":`;
const fiftyPages = (host, token) => `GET /api/meta?page%5Bsize%5D=100 HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`.repeat(50);
/**
* Opens connections that send and never read, in a separate process, and reports their counts four times a
* second.
*/
function runHostileConnections() {
	const open = /* @__PURE__ */ new Set();
	const ended = /* @__PURE__ */ new Set();
	let opened = 0;
	process.on("disconnect", () => process.exit(0));
	process.once("message", (message) => {
		const { port, host, token, count, how } = message;
		for (let at = 0; at < count; at += 1) {
			const socket = (0, node_net.connect)({
				port,
				host: "127.0.0.1",
				allowHalfOpen: true
			});
			socket.on("connect", () => {
				opened += 1;
				socket.write(how === "half a body" ? halfBody(host) : fiftyPages(host, token));
				if (how === "no reading") socket.pause();
				else socket.resume().once("end", () => ended.add(socket));
			});
			socket.on("error", () => void 0).on("close", () => {
				open.delete(socket);
				ended.delete(socket);
			});
			open.add(socket);
		}
		setInterval(() => {
			for (const socket of how === "no reading" ? open : ended) socket.write(" ");
			process.send({
				opened,
				open: open.size
			});
		}, 250);
	});
}
exports.runHostileConnections = runHostileConnections;

//# sourceMappingURL=connections-vTNbPeD9.js.map