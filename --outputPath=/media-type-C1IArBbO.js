// libs/platform/json-api/src/media-type.ts
const mediaType = "application/vnd.api+json";
/** The profile that every collection follows. */
const cursorPagination = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination/";
/** The only extension that `POST /api/operations` supports. */
const atomicExtension = "https://jsonapi.org/ext/atomic";
Object.defineProperty(exports, "atomicExtension", {
	enumerable: true,
	get: function() {
		return atomicExtension;
	}
});
Object.defineProperty(exports, "cursorPagination", {
	enumerable: true,
	get: function() {
		return cursorPagination;
	}
});
Object.defineProperty(exports, "mediaType", {
	enumerable: true,
	get: function() {
		return mediaType;
	}
});

//# sourceMappingURL=media-type-C1IArBbO.js.map