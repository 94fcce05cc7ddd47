module.exports = () => globalThis.demoPlatform?.stop();
