let node_crypto = require("node:crypto");
let node_util = require("node:util");
let node_zlib = require("node:zlib");
// libs/core/tokens/src/base62.ts
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Encodes big-endian bytes in base 62. Returns the `length` least significant digits. */
function base62(bytes, length) {
	let rest = BigInt("0x" + Buffer.from(bytes).toString("hex"));
	let digits = "";
	while (digits.length < length) {
		digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
		rest /= 62n;
	}
	return digits;
}
/** Encodes a whole number below 2^53 in base 62. */
function base62OfNumber(number, length) {
	let rest = number;
	let digits = "";
	while (digits.length < length) {
		digits = ALPHABET.charAt(rest % 62) + digits;
		rest = Math.floor(rest / 62);
	}
	return digits;
}
// libs/core/tokens/src/token.ts
/** Prefixes of credentials (docs/contract.md §3). */
const prefixes = {
	access_token: "swa_",
	oauth_token: "swo_",
	session: "sws_",
	refresh_token: "swr_",
	app_secret: "swk_",
	password_reset: "swp_",
	invitation: "swi_",
	session_transfer: "swt_",
	device_code: "swd_",
	email_change: "swe_"
};
new RegExp(`^[0-9A-Za-z]{46}$`);
new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind]));
/**
* A credential in plain text, for the only response that shows the credential. Logs, templates and JSON print
* only its kind.
*/
var PlainToken = class {
	#text;
	#digest;
	constructor(kind, text) {
		this.kind = kind;
		this.#text = text;
	}
	/** Returns the plain text. Only the response that shows the credential may contain it. */
	reveal() {
		return this.#text;
	}
	get digest() {
		return this.#digest ??= digestOf(this.#text);
	}
	/** Last four characters, by which people recognize a token in a list. */
	get lastFour() {
		return this.#text.slice(-4);
	}
	toString() {
		return `[${this.kind}]`;
	}
	toJSON() {
		return this.toString();
	}
	[node_util.inspect.custom]() {
		return this.toString();
	}
};
function digestOf(credential) {
	return (0, node_crypto.hash)("sha256", credential);
}
/** Converts a digest to the bytes that its column stores. */
function digestBytes(digest) {
	return Buffer.from(digest, "hex");
}
/** Creates a random credential: prefix, 40 base62 digits, and the CRC-32 of these digits in base62. */
function mintToken(kind) {
	return withChecksum(kind, base62((0, node_crypto.randomBytes)(64), 40));
}
/**
* Derives the OAuth token of a nonce from a server key of 32 bytes. Repeating the exchange returns the same token,
* although only its digest is stored (docs/contract.md §4).
*/
function deriveOAuthToken(key, nonce) {
	return derived("oauth_token", key, nonce);
}
function derived(kind, key, text) {
	return withChecksum(kind, base62((0, node_crypto.createHmac)("sha512", key).update(`${kind}:${text}`).digest(), 40));
}
function withChecksum(kind, body) {
	return new PlainToken(kind, prefixes[kind] + body + checksum(body));
}
function checksum(body) {
	return base62OfNumber((0, node_zlib.crc32)(body), 6);
}
Object.defineProperty(exports, "base62", {
	enumerable: true,
	get: function() {
		return base62;
	}
});
Object.defineProperty(exports, "deriveOAuthToken", {
	enumerable: true,
	get: function() {
		return deriveOAuthToken;
	}
});
Object.defineProperty(exports, "digestBytes", {
	enumerable: true,
	get: function() {
		return digestBytes;
	}
});
Object.defineProperty(exports, "digestOf", {
	enumerable: true,
	get: function() {
		return digestOf;
	}
});
Object.defineProperty(exports, "mintToken", {
	enumerable: true,
	get: function() {
		return mintToken;
	}
});

//# sourceMappingURL=token-BQfv6aap.js.map