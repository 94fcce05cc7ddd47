// libs/core/config/src/settings-error.ts
/** A missing or invalid setting. The message is one line that names the setting and the expected value. */
var SettingsError = class extends Error {};
Object.defineProperty(exports, "SettingsError", {
	enumerable: true,
	get: function() {
		return SettingsError;
	}
});

//# sourceMappingURL=settings-error-6SMd8pjM.js.map